// Makes the collections' indexes and the roles of roles.json, for mongosh. Run by an administrator, against the database of
// the locks; run again, it brings the roles to what roles.json says.
//
//   mongosh "mongodb://db1,db2,db3/app?replicaSet=rs0&tls=true&authSource=admin" --username admin docker/roles.js
//
// The console's own data is in a database of its own: app_console, or the one that LOCKKEEPER_CONSOLE_DATABASE names.
// It changes nothing if another program uses one of the collections, or the console's database.
// It makes no users and asks for no password. Then, with a password prompt each:
//
//   db.createUser({ user: "billing", pwd: passwordPrompt(),
//                   roles: ["lockkeeperAgent", { role: "lockkeeperWakes_app", db: "admin" }] })
//   db.createUser({ user: "console", pwd: passwordPrompt(),
//                   roles: ["lockkeeperConsole", { role: "lockkeeperWakes_app", db: "admin" },
//                           { role: "lockkeeperConsoleStore", db: "app_console" }] })
//
// lockkeeperWakes_app lets agents of the database app wake one another by hints in local, which is not replicated. Without
// it they use collections beside the locks.
const own = db.getSiblingDB(process.env.LOCKKEEPER_CONSOLE_DATABASE || db.getName() + "_console");
const definitions = JSON.parse(
    require("fs").readFileSync(require("path").join(__dirname, "roles.json"), "utf8")
        .replaceAll("DATABASE", db.getName()).replaceAll("CONSOLE", own.getName()));

definitions.indexes.forEach(command => refuseOthers(db, command.createIndexes, command.indexes));
refuseStrangers(own, definitions.console);
bring(db, definitions);
bring(db.getSiblingDB("admin"), definitions.admin);
bring(own, definitions.console);

function bring(database, wanted) {
    for (const command of wanted.indexes) {
        done(database.runCommand(command), command.createIndexes);
    }
    for (const role of wanted.roles) {
        if (database.getRole(role.createRole)) {
            const { createRole: updateRole, ...rest } = role;
            done(database.runCommand({ updateRole, ...rest }), updateRole);
        } else {
            done(database.runCommand(role), role.createRole);
        }
    }
}

// Another program's collection is not touched. One with documents of ours beside others' is: the indexes delete ours only.
function refuseOthers(database, name, indexes) {
    const [collection] = listed(database, { listCollections: 1, filter: { name } });
    if (!collection) {
        return;
    }
    const ours = indexes.map(index => index.partialFilterExpression);
    const one = filter => listed(database, { find: name, filter, limit: 1 }).length > 0;
    const known = collection.type === "collection" ? listed(database, { listIndexes: name }) : [];
    const found = [
        collection.type !== "collection" && "is a " + collection.type,
        ...["capped", "validator", "collation"].filter(option => collection.options[option]).map(option => "has the option " + option),
        ...known.filter(index => (index.unique && !index.clustered || index.expireAfterSeconds !== undefined)
            && !indexes.some(each => each.name === index.name)).map(index => "has the index " + index.name),
        collection.type === "collection" && one({ $nor: ours }) && "holds documents of another program",
    ].filter(each => each);
    if (found.length > 0 && !(collection.type === "collection" && (known.some(index => indexes.some(each => each.name === index.name)) || one({ $or: ours })))) {
        throw new Error(database.getName() + "." + name + " is used by another program: it " + found.join(", and it ")
            + ". Nothing was changed. Run this against another database, and give the services its name.");
    }
}

function refuseStrangers(database, wanted) {
    const ours = wanted.roles.flatMap(role => role.privileges).map(privilege => privilege.resource.collection);
    const strangers = listed(database, { listCollections: 1, nameOnly: true }).map(each => each.name)
        .filter(name => !ours.includes(name) && !name.startsWith("system."));
    if (strangers.length > 0 && listed(database, { find: "schema", limit: 1 }).length === 0) {
        throw new Error("The database " + database.getName() + " is used by another program: it holds " + strangers.join(", ")
            + ". Nothing was changed. Name another one with LOCKKEEPER_CONSOLE_DATABASE.");
    }
}

// The first batch: enough of what is looked at here.
function listed(database, command) {
    return database.runCommand(command).cursor.firstBatch;
}

function done(answer, what) {
    if (answer.ok !== 1) {
        throw new Error(what + ": " + answer.errmsg);
    }
    print(what + " is there");
}

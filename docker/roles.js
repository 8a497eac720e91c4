// Makes the collections' indexes and the roles of roles.json, for mongosh. Run by an administrator, against the database of
// the locks; run again, it brings the roles to what roles.json says.
//
//   mongosh "mongodb://db1,db2,db3/app?replicaSet=rs0&tls=true&authSource=admin" --username admin docker/roles.js
//
// The console's own data is in a database of its own: app_console, or the one that LOCKKEEPER_CONSOLE_DATABASE names.
// It makes no users and asks for no password. Then, with a password prompt each:
//
//   db.createUser({ user: "billing", pwd: passwordPrompt(), roles: ["lockkeeperAgent"] })
//   db.createUser({ user: "console", pwd: passwordPrompt(),
//                   roles: ["lockkeeperConsole", { role: "lockkeeperConsoleStore", db: "app_console" }] })
const own = db.getSiblingDB(process.env.LOCKKEEPER_CONSOLE_DATABASE || db.getName() + "_console");
const definitions = JSON.parse(
    require("fs").readFileSync(require("path").join(__dirname, "roles.json"), "utf8")
        .replaceAll("DATABASE", db.getName()).replaceAll("CONSOLE", own.getName()));

bring(db, definitions);
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

function done(answer, what) {
    if (answer.ok !== 1) {
        throw new Error(what + ": " + answer.errmsg);
    }
    print(what + " is there");
}

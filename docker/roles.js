// Makes the collections' indexes and the roles of roles.json, for mongosh. Run by an administrator, against the database of
// the locks; run again, it brings the roles to what roles.json says.
//
//   mongosh "mongodb://db1,db2,db3/app?replicaSet=rs0&tls=true&authSource=admin" --username admin docker/roles.js
//
// It makes no users and asks for no password. Then, with a password prompt each:
//
//   db.createUser({ user: "billing", pwd: passwordPrompt(), roles: ["lockkeeperAgent"] })
//   db.createUser({ user: "console", pwd: passwordPrompt(), roles: ["lockkeeperConsole"] })
const definitions = JSON.parse(
    require("fs").readFileSync(require("path").join(__dirname, "roles.json"), "utf8").replaceAll("DATABASE", db.getName()));

for (const command of definitions.indexes) {
    done(db.runCommand(command), command.createIndexes);
}
for (const role of definitions.roles) {
    if (db.getRole(role.createRole)) {
        const { createRole: updateRole, ...rest } = role;
        done(db.runCommand({ updateRole, ...rest }), updateRole);
    } else {
        done(db.runCommand(role), role.createRole);
    }
}

function done(answer, what) {
    if (answer.ok !== 1) {
        throw new Error(what + ": " + answer.errmsg);
    }
    print(what + " is there");
}

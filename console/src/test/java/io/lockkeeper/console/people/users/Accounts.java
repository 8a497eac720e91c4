package io.lockkeeper.console.people.users;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The stored users of a console, as a test adds and reads them. All have one password. */
record Accounts(Console console, String hash) {

    Accounts(Console console) {
        this(console, String.valueOf(console.bean(PasswordEncoder.class).encode(Who.PASSWORD)));
    }

    void add(String name, Role role) {
        add(name, role, LockScope.EVERYTHING);
    }

    void add(String name, Role role, LockScope scope) {
        UserAccount account = new UserAccount(
                name, hash, role, false, false, "as-it-was", Instant.now(), "test", null, null, null, null, null);
        console.bean(UserChanges.class).add(account.within(scope), Author.CONSOLE);
    }

    UserAccount find(String name) {
        return console.bean(UserAccounts.class).findById(name).orElseThrow();
    }

    /** Which state of the user somebody has seen who looks now. */
    Instant seen(String name) {
        return find(name).lastChange().at();
    }

    /** What the record of logins and users says of somebody. */
    List<String> changes(String name) {
        return console.own()
                .getCollection("access")
                .find(new Document("user", name))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
    }
}

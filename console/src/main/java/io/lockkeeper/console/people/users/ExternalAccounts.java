package io.lockkeeper.console.people.users;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.ExternalName;
import io.lockkeeper.console.people.security.ExternalUsers;
import io.lockkeeper.console.people.security.Role;
import java.util.Optional;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Stores users who log in elsewhere beside those with a password, so that everything about users holds for them, too: they are
 * listed, can be disabled, have tokens, can consent, and their sessions end on every console when they lose a role. What a login
 * changes is recorded.
 */
@Component
class ExternalAccounts implements ExternalUsers {

    private final UserAccounts accounts;
    private final UserChanges changes;
    private final MongoTemplate template;
    private final ServerClock clock;

    ExternalAccounts(UserAccounts accounts, UserChanges changes, MongoTemplate template, ServerClock clock) {
        this.accounts = accounts;
        this.changes = changes;
        this.template = template;
        this.clock = clock;
    }

    @Override
    public ConsoleUser entered(ExternalName who, Role role, LockScope scope, String address) {
        String name = who.text();
        Optional<UserAccount> known = accounts.findById(name);
        if (known.isEmpty()) {
            add(UserAccount.external(who, role, scope, clock.now()), address);
        } else if (isAs(known.get(), role, scope)) {
            template.updateFirst(query(where("_id").is(name)), confirmed(), UserAccount.class);
        } else {
            Update update = confirmed().set("role", role).set("scope", UserAccount.stored(scope));
            changes.change(name, update, Author.of(name, address), words(role, scope) + ", by the groups at the login");
        }
        return accounts.findById(name)
                .orElseThrow(() -> new IllegalStateException(name + " was removed at the login"))
                .toConsoleUser();
    }

    @Override
    public void left(ExternalName who, String address) {
        String name = who.text();
        boolean hasSomething = accounts.findById(name)
                .map(UserAccount::external)
                .filter(external -> external.confirmedAt() != null)
                .isPresent();
        if (hasSomething) {
            Update update = new Update().set("role", Role.VIEWER).unset("external.confirmedAt");
            changes.change(name, update, Author.of(name, address), "no longer in a group that may log in");
        }
    }

    /** Adds the user; of two coinciding first logins, one does. */
    private void add(UserAccount account, String address) {
        try {
            changes.add(account, Author.of(account.name(), address));
        } catch (RefusedException e) {
            if (accounts.findById(account.name()).isEmpty()) {
                throw e;
            }
        }
    }

    private Update confirmed() {
        return new Update().set("external.confirmedAt", clock.now());
    }

    private static boolean isAs(UserAccount account, Role role, LockScope scope) {
        return account.role() == role && account.locks().equals(scope);
    }

    private static String words(Role role, LockScope scope) {
        return "role is now " + role.title() + (scope.isLimited() ? ", limited to " + scope.words() : "");
    }
}

package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.store.MigrationStep;
import io.lockkeeper.console.people.security.Role;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Takes over users from the environment and creates the first administrator, whose password is shown once. */
@Component
class FirstUsersStep implements MigrationStep {

    private final UserAccounts accounts;
    private final UserChanges changes;
    private final GivenPasswords given;
    private final Administrators administrators;
    private final ServerClock clock;

    FirstUsersStep(
            UserAccounts accounts,
            UserChanges changes,
            GivenPasswords given,
            Administrators administrators,
            ServerClock clock) {
        this.accounts = accounts;
        this.changes = changes;
        this.given = given;
        this.administrators = administrators;
        this.clock = clock;
    }

    @Override
    public int number() {
        return 4;
    }

    @Override
    public String what() {
        return "users: those of the environment, and a first administrator";
    }

    /** If it was interrupted after it created the administrator and before it showed the password, it makes another password. */
    @Override
    public void apply() {
        given.hashes().forEach((role, hash) -> {
            String name = role.name().toLowerCase(Locale.ROOT);
            if (accounts.findById(name).isEmpty()) {
                changes.add(UserAccount.of(name, hash, role, false, clock.now(), "environment"), Author.CONSOLE);
            }
        });
        given.take();
        boolean usable = accounts.findAllByOrderByName().stream()
                .anyMatch(account -> account.damage() == null
                        && account.role() == Role.ADMIN
                        && !account.disabled()
                        && !account.mustChangePassword());
        if (!usable) {
            administrators.first();
        }
    }
}

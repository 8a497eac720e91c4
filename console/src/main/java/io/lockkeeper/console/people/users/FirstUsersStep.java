package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.store.MigrationStep;
import io.lockkeeper.console.people.security.Role;
import org.springframework.stereotype.Component;

/** Creates the first administrator, whose password is shown once. */
@Component
class FirstUsersStep implements MigrationStep {

    private final UserAccounts accounts;
    private final Administrators administrators;

    FirstUsersStep(UserAccounts accounts, Administrators administrators) {
        this.accounts = accounts;
        this.administrators = administrators;
    }

    @Override
    public int number() {
        return 2;
    }

    @Override
    public String what() {
        return "users: a first administrator";
    }

    /** Creates the administrator; if it was interrupted before it showed the password, it makes another one. */
    @Override
    public void apply() {
        boolean usable = accounts.byName().stream()
                .anyMatch(account ->
                        account.role() == Role.ADMIN && !account.disabled() && !account.mustChangePassword());
        if (!usable) {
            administrators.first();
        }
    }
}

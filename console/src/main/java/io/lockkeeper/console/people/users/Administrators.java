package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.ground.store.StoreReady;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.UserName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * Creates or resets an administrator, with a password that has to be changed and is shown only in the log: at the first start, and, where
 * every administrator's password is lost, at a start with {@code LOCKKEEPER_USERS_RESET_ADMIN=name}.
 */
@Component
class Administrators {

    private static final Logger LOG = LoggerFactory.getLogger(Administrators.class);
    private static final String FIRST = "admin";

    private final UserAccounts accounts;
    private final UserChanges changes;
    private final PasswordEncoder encoder;
    private final ServerClock clock;
    private final String reset;
    private final boolean first;

    Administrators(
            UserAccounts accounts,
            UserChanges changes,
            PasswordEncoder encoder,
            ServerClock clock,
            @Value("${lockkeeper.users.reset-admin:}") String reset,
            @Value("${lockkeeper.users.first-administrator:true}") boolean first) {
        this.accounts = accounts;
        this.changes = changes;
        this.encoder = encoder;
        this.clock = clock;
        this.reset = UserName.of(reset);
        this.first = first;
        if (!this.reset.isEmpty()) {
            UserName.fault(this.reset).ifPresent(fault -> {
                throw new StartRefusedException("LOCKKEEPER_USERS_RESET_ADMIN names no user. " + fault);
            });
        }
    }

    /** Creates the first administrator, also if a console that wants none has made the data. */
    @EventListener
    void ready(StoreReady ready) {
        if (reset.isEmpty() && accounts.count() == 0) {
            first();
        }
        if (!reset.isEmpty()) {
            letIn(reset);
            LOG.warn("Remove LOCKKEEPER_USERS_RESET_ADMIN: with it, each start creates another password");
        }
    }

    /** Makes the first administrator, unless the settings say that this console has none. */
    void first() {
        if (first) {
            letIn(FIRST);
        }
    }

    /** Makes the user an administrator with a new password that has to be changed, and shows it. */
    private void letIn(String name) {
        String password = OneTimePassword.make();
        String hash = String.valueOf(encoder.encode(password));
        if (accounts.findById(name).isEmpty()) {
            changes.add(UserAccount.of(name, hash, Role.ADMIN, true, clock.now(), "console"), Author.CONSOLE);
        } else {
            Update update = new Update().set("hash", hash).set("mustChangePassword", true);
            update.set("role", Role.ADMIN).set("disabled", false);
            changes.change(name, update, Author.CONSOLE, "password reset at a start, as administrator");
        }
        LOG.warn(
                "Log in as the administrator {} with the password {} and choose your own. It is shown only once.",
                name,
                password);
    }
}

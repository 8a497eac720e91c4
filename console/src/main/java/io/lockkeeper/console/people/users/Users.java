package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.LoginAddress;
import io.lockkeeper.console.people.security.PasswordConfirmation;
import io.lockkeeper.console.people.security.PasswordRule;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.UserName;
import java.time.Instant;
import java.util.List;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Service;

/**
 * The administration of users, and of users' own passwords. The caller's role is checked here, for pages and the API; new passwords are
 * made here, and shown once.
 */
@Service
public class Users {

    private final UserAccounts accounts;
    private final UserChanges changes;
    private final DemoAccounts demo;
    private final PasswordConfirmation confirmation;
    private final PasswordEncoder encoder;
    private final ServerClock clock;

    Users(
            UserAccounts accounts,
            UserChanges changes,
            DemoAccounts demo,
            PasswordConfirmation confirmation,
            PasswordEncoder encoder,
            ServerClock clock) {
        this.accounts = accounts;
        this.changes = changes;
        this.demo = demo;
        this.confirmation = confirmation;
        this.encoder = encoder;
        this.clock = clock;
    }

    public List<UserAccount> list() {
        AdminCheck.present();
        return accounts.byName();
    }

    /** Adds a user. Returns the password for the first login. */
    public String add(String typed, Role role, LockScope scope) {
        Author author = AdminCheck.present();
        String name = UserName.of(typed);
        UserName.fault(name).ifPresent(Users::refuseAsInvalid);
        if (demo.find(name).isPresent()) {
            refuse("The demo has an account %s. Choose another name.".formatted(name));
        }
        String password = OneTimePassword.make();
        UserAccount account = UserAccount.of(name, hash(password), role, true, clock.now(), author.words());
        changes.add(account.within(scope), author);
        return password;
    }

    /**
     * Gives a user another role.
     *
     * @param seen the time of the last change of the user that the author has seen
     * @throws OutdatedException if the user was changed since
     */
    public void setRole(String name, Role role, Instant seen) {
        Author author = notOneself(name);
        mustBeLocal(name);
        changes.change(name, seen, new Update().set("role", role), author, "role is now " + role.title());
    }

    /** Limits a user to these locks; the role stays the same. {@code seen} means what it does in {@link #setRole}. */
    public void setScope(String name, LockScope scope, Instant seen) {
        Author author = notOneself(name);
        mustBeLocal(name);
        Update update = scope.isLimited() ? new Update().set("scope", scope) : new Update().unset("scope");
        changes.change(
                name, seen, update, author, scope.isLimited() ? "limited to " + scope.words() : "not limited any more");
    }

    public String disable(String name, Instant seen) {
        changes.change(name, seen, new Update().set("disabled", true), notOneself(name), "disabled");
        return name;
    }

    public String enable(String name, Instant seen) {
        changes.change(name, seen, new Update().set("disabled", false), notOneself(name), "enabled");
        return name;
    }

    /** Makes a new password for a user, who has to change it, and returns it. */
    public String resetPassword(String name, Instant seen) {
        Author author = notOneself(name);
        mustBeLocal(name);
        String password = OneTimePassword.make();
        Update update = new Update().set("hash", hash(password)).set("mustChangePassword", true);
        changes.change(name, seen, update, author, "password reset");
        return password;
    }

    /** Changes the present user's own password. Returns the changed user. */
    ConsoleUser changeOwnPassword(String current, String next) {
        ConsoleUser user = present();
        if (demo.find(user.name()).isPresent()) {
            refuse("The demo's accounts keep their passwords.");
        }
        mustBeLocal(user.name());
        UserAccount account = accounts.findById(user.name())
                .orElseThrow(() -> new RefusedException("The user %s no longer exists.".formatted(user.name())));
        confirmation.fault(user.name(), current, ip()).ifPresent(Users::refuse);
        PasswordRule.fault(user.name(), next).ifPresent(Users::refuse);
        if (current.equals(next)) {
            refuse("The new password is the current one. Choose another.");
        }
        String hash = hash(next);
        Update update = new Update().set("hash", hash).set("mustChangePassword", false);
        String stamp = changes.changeOwn(account, update, ip());
        return new ConsoleUser(user.name(), hash, account.role(), true, false, stamp, account.locks());
    }

    private String hash(String password) {
        return String.valueOf(encoder.encode(password));
    }

    /** Administrators who could demote or disable themselves would lock themselves out by mistake. */
    private Author notOneself(String name) {
        Author author = AdminCheck.present();
        if (author.name().equals(name)) {
            refuse(
                    "You cannot do this to your own account. Ask another administrator; change your own password on its page.");
        }
        return author;
    }

    /** Refuses changes that the user's next login elsewhere would revert. */
    private void mustBeLocal(String name) {
        accounts.findById(name).filter(account -> account.issuer() != null).ifPresent(account -> {
            throw new RefusedException(
                    "%s logs in elsewhere, so that password, role and scope are kept there. You can disable the user here."
                            .formatted(name));
        });
    }

    private static ConsoleUser present() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        if (present != null && present.getPrincipal() instanceof ConsoleUser user) {
            return user;
        }
        throw new AccessDeniedException("No user is logged in.");
    }

    /** The address from which the session was opened: a page's work runs on threads without a request. */
    private static String ip() {
        return LoginAddress.of(SecurityContextHolder.getContext().getAuthentication());
    }

    private static void refuseAsInvalid(String sentence) {
        throw new InvalidException(sentence);
    }

    private static void refuse(String sentence) {
        throw new RefusedException(sentence);
    }
}

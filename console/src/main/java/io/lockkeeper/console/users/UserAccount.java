package io.lockkeeper.console.users;

import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.Role;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A stored user.
 *
 * @param name the name to log in with
 * @param hash the password's hash, with the name of its algorithm
 * @param role what the user may do
 * @param disabled whether the user may not log in
 * @param mustChangePassword whether the password was made by the console, and is for one use
 * @param stamp new with every change of password, role, state or scope; a session with another one is over
 * @param createdAt when the user was added
 * @param createdBy by whom
 * @param scope which locks the user may see; null for all
 * @param lastLoginAt when the user last logged in on the login page
 */
@Document("users")
public record UserAccount(
        @Id String name,
        String hash,
        Role role,
        boolean disabled,
        boolean mustChangePassword,
        String stamp,
        Instant createdAt,
        String createdBy,
        @Nullable LockScope scope,
        @Nullable Instant lastLoginAt) {

    static UserAccount of(String name, String hash, Role role, boolean mustChangePassword, Instant at, String by) {
        return new UserAccount(name, hash, role, false, mustChangePassword, newStamp(), at, by, null, null);
    }

    static String newStamp() {
        return UUID.randomUUID().toString();
    }

    /** The same user, limited to these locks before it is stored. */
    UserAccount within(LockScope limit) {
        return new UserAccount(
                name,
                hash,
                role,
                disabled,
                mustChangePassword,
                stamp,
                createdAt,
                createdBy,
                stored(limit),
                lastLoginAt);
    }

    /** Which locks the user may see. */
    public LockScope locks() {
        return scope == null ? LockScope.EVERYTHING : scope;
    }

    static @Nullable LockScope stored(LockScope locks) {
        return locks.isLimited() ? locks : null;
    }

    ConsoleUser toConsoleUser() {
        return new ConsoleUser(name, hash, role, !disabled, mustChangePassword, stamp, locks());
    }

    /** Without the hash, which nobody needs to see. */
    @Override
    public String toString() {
        return "%s (%s)".formatted(name, role);
    }
}

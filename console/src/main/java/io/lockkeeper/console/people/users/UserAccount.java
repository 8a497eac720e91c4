package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.ExternalName;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
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
 * @param mustChangePassword whether the password is a one-time password made by the console
 * @param stamp new with every change of password, role, state or scope; a session with another one is over
 * @param createdAt when the user was added
 * @param scope which locks the user may see; null for all
 * @param lastLoginAt when the user last logged in on the login page
 * @param external where the user logs in; null for a user with a password here
 * @param changedAt when another user last changed role, scope, state or password; null for never
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
        @Nullable Instant lastLoginAt,
        @Nullable External external,
        @Nullable Instant changedAt,
        @Nullable String changedBy) {

    private static final Pattern HASH = Pattern.compile("\\{[^{}]+}.+", Pattern.DOTALL);

    public UserAccount {
        if (external == null && !HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("The hash has another form than {algorithm}hash");
        }
    }

    /**
     * The login of a user without a password here.
     *
     * @param issuer who vouches for the user
     * @param confirmedAt when role and scope were last confirmed by a login there; null once they were taken away
     */
    record External(String issuer, @Nullable Instant confirmedAt) {}

    static UserAccount of(String name, String hash, Role role, boolean mustChangePassword, Instant at, String by) {
        return new UserAccount(
                name, hash, role, false, mustChangePassword, newStamp(), at, by, null, null, null, null, null);
    }

    static UserAccount external(ExternalName who, Role role, LockScope locks, Instant at) {
        External external = new External(who.issuer(), at);
        return new UserAccount(
                who.text(),
                "",
                role,
                false,
                false,
                newStamp(),
                at,
                who.issuer(),
                stored(locks),
                null,
                external,
                null,
                null);
    }

    static String newStamp() {
        return UUID.randomUUID().toString();
    }

    /** The same user, limited to these locks; for a user not yet stored. */
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
                lastLoginAt,
                external,
                changedAt,
                changedBy);
    }

    /** The last change by somebody else, which the author of the next one has to have seen. */
    public LastChange lastChange() {
        return changedAt == null
                ? new LastChange(createdAt, createdBy)
                : new LastChange(changedAt, Objects.requireNonNullElse(changedBy, createdBy));
    }

    /** The issuer that vouches for a user who logs in elsewhere; null for a user with a password. */
    public @Nullable String issuer() {
        return external == null ? null : external.issuer();
    }

    /** Whether the stored facts are still valid: always, unless they came from elsewhere and were not confirmed after that moment. */
    boolean isConfirmedAfter(Instant earliest) {
        return external == null
                || (external.confirmedAt() != null && external.confirmedAt().isAfter(earliest));
    }

    /** The locks that the user may see. */
    public LockScope locks() {
        return scope == null ? LockScope.EVERYTHING : scope;
    }

    static @Nullable LockScope stored(LockScope locks) {
        return locks.isLimited() ? locks : null;
    }

    ConsoleUser toConsoleUser() {
        return new ConsoleUser(name, hash, role, !disabled, mustChangePassword, stamp, locks());
    }

    /** Without the hash, which is not for logs. */
    @Override
    public String toString() {
        return "%s (%s)".formatted(name, role);
    }
}

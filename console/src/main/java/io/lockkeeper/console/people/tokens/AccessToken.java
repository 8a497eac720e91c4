package io.lockkeeper.console.people.tokens;

import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A stored personal token: everything but the secret.
 *
 * @param id the part of the token by which it is found; not secret
 * @param hash of the whole token
 * @param user whose it is
 * @param demo whether that is one of the demo's accounts: a stored user of the same name is somebody else
 * @param name what its user calls it
 * @param role the most that it may; of its user's role by then, no more than that
 * @param scope the locks that it may see at most; null for those of its user
 * @param createdAt when it was made
 * @param expiresAt when it ends; the server deletes the record a week later
 * @param lastUsedAt when it was used last, to about a minute; null if never
 * @param lastUsedFrom from which address
 */
@Document("tokens")
@CompoundIndex(name = "lockkeeper_tokens_user", def = "{ user: 1, createdAt: -1 }")
public record AccessToken(
        @Id String id,
        String hash,
        String user,
        boolean demo,
        String name,
        Role role,
        @Nullable LockScope scope,
        Instant createdAt,

        @Indexed(name = "lockkeeper_tokens_expiry", expireAfter = "7d")
        Instant expiresAt,

        @Nullable Instant lastUsedAt,
        @Nullable String lastUsedFrom) {

    boolean isExpired(Instant now) {
        return !expiresAt.isAfter(now);
    }

    /** Whether this user made it, rather than another user of the same name. */
    boolean isOf(ConsoleUser other) {
        return user.equals(other.name()) && demo == other.isDemo();
    }

    /** The most that it may see: never more than its user may see by then. */
    public LockScope most() {
        return scope == null ? LockScope.EVERYTHING : scope;
    }

    /** Without the hash, which no caller needs. */
    @Override
    public String toString() {
        return "token %s of %s (%s)".formatted(name, user, role);
    }
}

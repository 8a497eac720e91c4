package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lock of a list, by the holder that stands for it: of Lockkeeper's own, the lease granted first. What its document does not show is
 * null.
 *
 * @param path the name as one segment of an address
 * @param etag names that holder, in If-Match: of Lockkeeper's own locks by the lease's token
 * @param state in a word, as on the pages
 * @param token of that lease or, of a free lock, the last one granted
 * @param holders who holds it, in words
 * @param holder who that is, of Lockkeeper's own
 * @param heldSince when that lease was granted, or the latest use of a kept one began; null where the lock is free, or not in use
 * @param renewedAt when it was renewed last
 * @param expiresAt when it ends by itself
 * @param expiry how: at, by-ttl-monitor, assumed, never or unknown
 * @param waiting how many wait, those included of whom only their agents know
 * @param finding the kind of the worst that was found of it, or null
 * @param known what is known of it beside its document, by name: in a list as far as that is known of all at once, in an event nothing
 */
record LockLine(
        String name,
        String path,
        String etag,
        String state,
        @Nullable Long token,
        List<String> holders,
        @Nullable ApiOwner holder,
        @Nullable Instant heldSince,
        @Nullable Instant renewedAt,
        @Nullable Instant expiresAt,
        String expiry,
        @Nullable Integer waiting,
        @Nullable String finding,
        Map<String, Object> known) {

    static LockLine of(Lock lock, @Nullable Finding worst, Map<String, Object> known, Instant now) {
        DialectLock shown = shown(lock);
        boolean free = shown.state(now) == DialectLock.State.FREE;
        return new LockLine(
                lock.name(),
                LockAddress.of(lock.name()),
                etag(lock),
                lock.state(now).words(),
                token(lock).orElse(null),
                free ? List.of() : shown.holders(), // the documents of some libraries still name who held it last
                lock.holder().map(Holder::user).map(ApiOwner::of).orElse(null),
                Optional.of(lock.heldSince())
                        .filter(since -> !since.equals(Instant.MAX))
                        .orElse(null),
                free ? null : shown.heartbeat().orElse(null),
                lock.expiresAt().orElse(null),
                shown.expiry().word(),
                lock.own().map(LockDocument::waiting).orElse(null),
                worst == null ? null : worst.kind().name(),
                known);
    }

    private static DialectLock shown(Lock lock) {
        return lock.own()
                .flatMap(document -> lock.holder().map(lease -> LeaseAcquisitions.lock(document, lease)))
                .orElseGet(lock::facts);
    }

    /** The tag of the holder that stands for a lock. */
    static String etag(Lock lock) {
        return lock instanceof Lock.Library library
                ? library.facts().acquisition().tag()
                : IfMatch.tag(token(lock).orElse(0L));
    }

    private static Optional<Long> token(Lock lock) {
        return lock.own()
                .map(LockDocument::token)
                .filter(last -> lock.holder().isEmpty())
                .or(() -> Optional.of(lock.heldToken()).filter(token -> token != 0));
    }
}

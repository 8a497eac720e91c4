package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One lock of a list.
 *
 * @param path the name as one segment of an address
 * @param state in a word, as on the pages
 * @param holder who holds it, the lease granted first; null for none
 * @param holders how many leases there are
 * @param heldSince when that lease was granted, or the latest use of a kept one began; null where the lock is free, or not in use
 * @param finding the kind of the worst that was found of it, or null
 */
record LockLine(
        String name,
        String path,
        String state,
        long token,
        @Nullable ApiOwner holder,
        int holders,
        @Nullable Instant acquiredAt,
        @Nullable Instant heldSince,
        @Nullable Instant expiresAt,
        int waiting,
        @Nullable String finding) {

    static LockLine of(Lock lock, @Nullable Finding worst, Instant now) {
        Holder first = lock.holder().orElse(null);
        return new LockLine(
                lock.name(),
                LockAddress.of(lock.name()),
                lock.state(now).words(),
                ApiLock.token(lock),
                first == null ? null : ApiOwner.of(first.user()),
                lock.holders().size(),
                first == null ? null : first.acquiredAt(),
                first == null ? null : first.heldSince().orElse(null),
                first == null ? null : first.expiresAt(),
                lock.own().map(LockDocument::waiting).orElse(0),
                worst == null ? null : worst.kind().name());
    }
}

package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Expiry;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One hold of a lock, by what is known of it.
 *
 * @param subject what distinguishes it from the lock's next one, made when needed
 * @param since since when; empty if that is unknown, or if a kept lease is idle
 * @param renewed when it was renewed last
 * @param lease its entry in the lock's document; empty of another library's
 */
record ObservedHold(
        Supplier<String> subject,
        List<String> holders,
        Optional<Instant> since,
        Optional<Instant> renewed,
        Expiry expiry,
        Optional<Holder> lease) {

    /** The hold of a lease; of a kept one the present use, once a renewal has reported it. */
    static ObservedHold of(Holder lease) {
        return new ObservedHold(
                () -> Long.toString(lease.token()),
                List.of(lease.owner().service() + " · " + lease.owner().instance()),
                lease.hasUses() && lease.use() == null ? Optional.empty() : lease.heldSince(),
                Optional.of(lease.updatedAt()),
                new Expiry.At(lease.expiresAt()),
                Optional.of(lease));
    }

    /** The only one of another library's lock. */
    static ObservedHold of(DialectLock lock) {
        return new ObservedHold(
                lock.acquisition()::tag,
                lock.holders(),
                lock.acquired(),
                lock.heartbeat(),
                lock.expiry(),
                Optional.empty());
    }

    /** The id of the holder's agent; null of another library's. */
    @Nullable
    String agent() {
        return lease.map(it -> it.owner().agent()).orElse(null);
    }

    /** The holder in words. */
    String who() {
        return holders.isEmpty() ? "An unknown holder" : Formats.visible(String.join(", ", holders));
    }
}

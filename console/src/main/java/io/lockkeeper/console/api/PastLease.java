package io.lockkeeper.console.api;

import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.remember.history.Party;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lease of the past; what is null is not known, or has not happened.
 *
 * @param heldMillis how long it was held; unknown of a lease that its agent kept from one use to the next
 * @param keptMillis how long it was kept
 * @param uses how many uses a kept one had, by its last renewal
 */
record PastLease(
        String lock,
        long token,
        @Nullable Party holder,
        Instant grantedAt,
        @Nullable Instant askedAt,
        @Nullable Long waitedMillis,
        @Nullable Instant endedAt,
        @Nullable String ending,
        @Nullable Long heldMillis,
        @Nullable Long keptMillis,
        @Nullable Integer uses,
        @Nullable Integer waiters,
        ApiLease.@Nullable Mark evicted) {

    static PastLease of(LeaseRecord lease) {
        return new PastLease(
                lease.key().lock(),
                lease.key().token(),
                lease.holder(),
                lease.began(),
                lease.askedAt(),
                lease.waitedMillis(),
                lease.endedAt(),
                lease.ending() == null ? null : lease.ending().name(),
                lease.isKept() ? null : lease.heldMillis(),
                lease.isKept() ? lease.heldMillis() : null,
                lease.uses(),
                lease.waiters(),
                ApiLease.Mark.of(lease.evicted()));
    }
}

package io.lockkeeper.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A holder or a waiter of {@link LockModel}: the same entry before and after its grant. */
final class ModelEntry {
    final String acquirer;
    final Duration ttl;
    final Owner owner;
    int weight;
    long token;
    /** Of a waiter, since when it waits; of a lease, when it was granted. */
    Instant startedAt;

    Instant updatedAt;
    Instant expiresAt;
    String stamp;

    @Nullable
    Eviction evicted;

    ModelEntry(Request request, LockModel.Call call) {
        acquirer = request.acquirer();
        weight = request.weight();
        ttl = request.ttl();
        owner = request.owner();
        startedAt = call.now();
        updatedAt = call.now();
        expiresAt = call.now().plus(ttl.compareTo(LockModel.WAITER_TTL) < 0 ? ttl : LockModel.WAITER_TTL);
        stamp = call.stamp();
    }

    boolean hasExpired(LockModel.Call call) {
        return !expiresAt.isAfter(call.now());
    }

    Holder holder() {
        return new Holder(acquirer, weight, token, ttl, startedAt, updatedAt, expiresAt, stamp, owner, evicted);
    }

    Waiter waiter() {
        return new Waiter(acquirer, weight, ttl, startedAt, updatedAt, expiresAt, stamp, owner);
    }

    Released released(Instant at, String by) {
        return new Released(at, acquirer, owner, by, evicted);
    }
}

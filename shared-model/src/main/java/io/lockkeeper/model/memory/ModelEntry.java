package io.lockkeeper.model.memory;

import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Keep;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Released;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A holder or a waiter of {@link LockModel}: the same entry before and after its grant. */
final class ModelEntry {
    final String acquirer;
    final Owner owner;
    Duration ttl;
    int weight;
    long token;
    /** Of a waiter, when it joined the queue; of a lease, when it was granted. */
    Instant startedAt;

    Instant updatedAt;
    Instant expiresAt;
    String stamp;
    int behind;

    @Nullable
    ThreadStack stack;

    @Nullable
    Eviction evicted;

    @Nullable
    Pause paused;

    @Nullable
    Keep keep;

    @Nullable
    LatestUse use;
    /** The kept lease whose end it waits for. */
    @Nullable
    String recalls;

    ModelEntry(Request request, int behind, LockModel.Call call) {
        acquirer = request.acquirer();
        weight = request.weight();
        ttl = request.ttl();
        owner = request.owner();
        startedAt = call.now();
        updatedAt = call.now();
        expiresAt = call.now().plus(ttl.compareTo(Entries.WAITER_TTL) < 0 ? ttl : Entries.WAITER_TTL);
        stamp = call.stamp();
        this.behind = behind;
        keep = request.keep();
    }

    /** A pause, at the head of the queue, where it fits no capacity. */
    ModelEntry(Pause pause, Owner owner) {
        acquirer = pause.id();
        weight = Integer.MAX_VALUE;
        ttl = Duration.ZERO;
        this.owner = owner;
        startedAt = pause.at();
        updatedAt = pause.at();
        expiresAt = pause.until();
        stamp = pause.id();
        paused = pause;
    }

    boolean isKept() {
        return keep != null && !keep.time().isZero() && evicted == null;
    }

    boolean hasExpired(LockModel.Call call) {
        return !expiresAt.isAfter(call.now());
    }

    Holder holder() {
        return new Holder(
                acquirer, weight, token, ttl, startedAt, updatedAt, expiresAt, stamp, owner, stack, evicted, keep, use);
    }

    Waiter waiter() {
        return new Waiter(acquirer, weight, ttl, startedAt, updatedAt, expiresAt, stamp, owner, behind, keep, recalls);
    }

    Released released(Instant at, String by) {
        return new Released(at, acquirer, token, owner, by, evicted);
    }
}

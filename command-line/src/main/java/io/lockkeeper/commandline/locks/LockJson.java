package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.locks.LockEntry.Sound;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThreadStack;
import io.lockkeeper.model.Waiter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formats locks for programs. */
final class LockJson {

    private LockJson() {}

    static Json of(LockEntry entry) {
        return switch (entry) {
            case LockEntry.Damaged damaged ->
                new Json().with("name", damaged.name()).with("damaged", damaged.why());
            case Sound lock ->
                new Json()
                        .with("name", lock.name())
                        .with("capacity", lock.snapshot().lock().capacity())
                        .with("serverTime", lock.snapshot().serverTime())
                        .with("waiting", lock.snapshot().lock().waiting())
                        .with(
                                "holders",
                                lock.holders().stream()
                                        .map(holder -> holder(lock, holder))
                                        .toList())
                        .with(
                                "queue",
                                lock.snapshot().lock().queue().stream()
                                        .map(LockJson::waiter)
                                        .toList());
        };
    }

    /** A lock that was in use and is now free. */
    static Json free(String name) {
        return new Json()
                .with("name", name)
                .with("waiting", 0)
                .with("holders", List.of())
                .with("queue", List.of());
    }

    private static Json holder(Sound lock, Holder holder) {
        return new Json()
                .with("token", holder.token())
                .with("acquirer", holder.acquirer())
                .with("weight", holder.weight())
                .with("acquiredAt", holder.acquiredAt())
                .with("heldForMillis", lock.heldFor(holder).orElse(null))
                .with("remainingMillis", lock.snapshot().remaining(holder))
                .with("owner", owner(holder.owner()))
                .with("stack", stack(holder.stack()))
                .with("evicted", eviction(holder.evicted()))
                .with("kept", holder.hasUses())
                .with("use", use(holder.use()));
    }

    private static @Nullable Json use(@Nullable LatestUse use) {
        return use == null
                ? null
                : new Json()
                        .with("idle", use.idle())
                        .with("since", use.since())
                        .with("thread", use.thread())
                        .with("note", use.note())
                        .with("count", use.count())
                        .with("waiting", use.waiting());
    }

    private static Json waiter(Waiter waiter) {
        return new Json()
                .with("acquirer", waiter.acquirer())
                .with("weight", waiter.weight())
                .with("since", waiter.since())
                .with("behind", waiter.behind())
                .with("owner", owner(waiter.owner()));
    }

    private static Json owner(Owner owner) {
        Json details = new Json();
        owner.details().values().forEach(details::with);
        return new Json()
                .with("service", owner.service())
                .with("instance", owner.instance())
                .with("host", owner.host())
                .with("pid", owner.pid())
                .with("thread", owner.thread())
                .with("note", owner.note())
                .with("details", details);
    }

    private static @Nullable Json stack(@Nullable ThreadStack stack) {
        return stack == null
                ? null
                : new Json().with("at", stack.at()).with("state", stack.state()).withTexts("frames", stack.frames());
    }

    private static @Nullable Json eviction(@Nullable Eviction eviction) {
        return eviction == null
                ? null
                : new Json()
                        .with("by", eviction.by())
                        .with("reason", eviction.reason())
                        .with("at", eviction.at())
                        .with("until", eviction.until());
    }
}

package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.query.Update;

/** The part of a batch about one lease. Writing it twice has the same effect as writing it once. */
final class LeaseWrite {

    private final Duration retention;
    private final LeaseWaits waits = new LeaseWaits();
    private @Nullable Holder holder;
    private HistoryEvent.@Nullable Ended ended;
    private HistoryEvent.@Nullable TokenSeen seen;

    LeaseWrite(Duration retention) {
        this.retention = retention;
    }

    void granted(HistoryEvent.Granted granted) {
        holder = granted.holder();
        waits.granted(granted);
    }

    void waited(HistoryEvent.Waited waited) {
        holder = waited.holder();
        waits.waited(waited);
    }

    void ended(HistoryEvent.Ended end) {
        holder = end.holder();
        ended = end;
    }

    void seen(HistoryEvent.TokenSeen token) {
        seen = token;
    }

    /** The waits for it, and behind it. */
    LeaseWaits waits() {
        return waits;
    }

    Update toUpdate() {
        Update update = new Update();
        if (holder != null) {
            describe(update, holder);
        } else if (seen != null) {
            update.setOnInsert("acquirer", seen.acquirer())
                    .setOnInsert("grantedAt", seen.at())
                    .setOnInsert("weight", 1)
                    // its end may never be seen
                    .setOnInsert("purgeAt", seen.at().plus(retention));
        }
        if (ended != null) {
            end(update, ended);
        }
        return update;
    }

    private void describe(Update update, Holder lease) {
        update.set("acquirer", lease.acquirer())
                .set("holder", Party.of(lease.owner()))
                .set("weight", lease.weight())
                .set("grantedAt", lease.acquiredAt());
        if (lease.hasUses()) {
            update.set("kept", true);
        }
        if (lease.use() != null) {
            update.set("uses", lease.use().count());
        }
        waits.describe(update, "", lease);
    }

    private void end(Update update, HistoryEvent.Ended end) {
        long held = millis(end.holder().acquiredAt(), end.at());
        update.set("endedAt", end.at())
                .set("ending", end.how())
                .set("heldMillis", held)
                .set("heldClass", LengthClass.of(held).number())
                .set("purgeAt", end.at().plus(retention));
        if (end.evicted() != null) {
            update.set("evicted", end.evicted());
        }
    }

    private static long millis(Instant from, Instant until) {
        return Math.max(0, Duration.between(from, until).toMillis());
    }
}

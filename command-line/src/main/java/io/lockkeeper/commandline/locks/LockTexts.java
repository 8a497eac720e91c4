package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import io.lockkeeper.commandline.locks.LockEntry.Sound;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Locks as people read them. */
final class LockTexts {

    private static final String NONE = "-";

    private LockTexts() {}

    /** A line a holder, or one for a lock that is only waited for. */
    static List<String> table(List<LockEntry> locks) {
        Table table = new Table("LOCK", "HOLDER", "HELD FOR", "LEFT", "WAITING", "TOKEN", "NOTE");
        for (LockEntry entry : locks) {
            switch (entry) {
                case LockEntry.Damaged damaged ->
                    table.row(damaged.name(), "(no lock's document)", NONE, NONE, NONE, NONE, NONE);
                case Sound lock -> rows(lock, table);
            }
        }
        return table.lines();
    }

    private static void rows(Sound lock, Table table) {
        String waiting = Integer.toString(lock.snapshot().lock().waiting());
        if (lock.holders().isEmpty()) {
            table.row(lock.name(), NONE, NONE, NONE, waiting, NONE, NONE);
        }
        for (Holder holder : lock.holders()) {
            table.row(
                    lock.name(),
                    who(holder.owner()) + (holder.evicted() == null ? "" : " (evicted)"),
                    Plain.duration(lock.heldFor(holder)),
                    Plain.duration(lock.snapshot().remaining(holder)),
                    waiting,
                    Long.toString(holder.token()),
                    holder.owner().note());
        }
    }

    /** All that is known of one lock. */
    static List<String> page(Sound lock) {
        List<String> lines = new ArrayList<>();
        lines.add("Lock      " + Plain.text(lock.name()));
        lines.add("Capacity  " + lock.snapshot().lock().capacity());
        if (lock.holders().isEmpty()) {
            lines.add("Held by   nobody");
        }
        lock.holders().forEach(holder -> addHolder(lock, holder, lines));
        lines.add("Waiting   " + lock.snapshot().lock().waiting());
        lock.snapshot().lock().queue().forEach(waiter -> lines.add("  " + waiter(lock, waiter)));
        return lines;
    }

    private static void addHolder(Sound lock, Holder holder, List<String> lines) {
        lines.add("Held by   " + Plain.text(where(holder.owner())));
        lines.add("  for %s, since %s; %s left unless renewed"
                .formatted(
                        Plain.duration(lock.heldFor(holder)),
                        Plain.instant(holder.acquiredAt()),
                        Plain.duration(lock.snapshot().remaining(holder))));
        lines.add("  token %d, acquirer %s".formatted(holder.token(), Plain.text(holder.acquirer())));
        if (!holder.owner().note().isEmpty()) {
            lines.add("  note: " + Plain.text(holder.owner().note()));
        }
        if (!holder.owner().details().isEmpty()) {
            lines.add("  details: " + Plain.text(holder.owner().details().toString()));
        }
        if (holder.evicted() != null) {
            lines.add("  evicted at %s by %s: %s"
                    .formatted(
                            Plain.instant(holder.evicted().at()),
                            Plain.text(holder.evicted().by()),
                            Plain.text(holder.evicted().reason())));
        }
        if (holder.stack() != null) {
            lines.add("  its thread, %s:".formatted(holder.stack().state()));
            holder.stack().frames().forEach(frame -> lines.add("    at " + Plain.text(frame)));
        }
    }

    private static String waiter(Sound lock, Waiter waiter) {
        Duration since = Duration.between(waiter.since(), lock.snapshot().serverTime());
        return "%s for %s".formatted(Plain.text(where(waiter.owner())), Plain.duration(since));
    }

    private static String who(Owner owner) {
        return "%s@%s".formatted(owner.service(), owner.instance());
    }

    private static String where(Owner owner) {
        return "%s (%s), host %s, process %d, thread %s"
                .formatted(owner.service(), owner.instance(), owner.host(), owner.pid(), owner.thread());
    }
}

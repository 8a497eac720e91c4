package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import io.lockkeeper.commandline.locks.LockEntry.Sound;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats locks for people. */
final class LockTexts {

    private static final String NONE = "-";

    private LockTexts() {}

    /** A line for each holder, or one for a lock that only has waiters. */
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
                    who(holder.owner()) + mark(holder),
                    lock.heldFor(holder).map(Plain::duration).orElse("idle"),
                    Plain.duration(lock.snapshot().remaining(holder)),
                    waiting,
                    Long.toString(holder.token()),
                    holder.user().note());
        }
    }

    private static String mark(Holder holder) {
        return holder.evicted() != null ? " (evicted)" : holder.hasUses() ? " (kept)" : "";
    }

    /** All that is known of one lock. */
    static List<String> page(Sound lock) {
        List<String> lines = new ArrayList<>();
        lines.add("Lock      " + Plain.text(lock.name()));
        lines.add("Capacity  " + lock.snapshot().lock().capacity());
        if (lock.holders().isEmpty()) {
            lines.add("Held by   none");
        }
        lock.holders().forEach(holder -> addHolder(lock, holder, lines));
        lines.add("Waiting   " + lock.snapshot().lock().waiting());
        lock.snapshot().lock().queue().forEach(waiter -> lines.add("  " + waiter(lock, waiter)));
        return lines;
    }

    private static void addHolder(Sound lock, Holder holder, List<String> lines) {
        lines.add((holder.hasUses() ? "Kept by   " : "Held by   ") + Plain.text(where(holder.user())));
        lines.add("  for %s, since %s; %s left unless renewed"
                .formatted(
                        Plain.duration(lock.since(holder.acquiredAt())),
                        Plain.instant(holder.acquiredAt()),
                        Plain.duration(lock.snapshot().remaining(holder))));
        if (holder.hasUses()) {
            lines.add("  " + use(lock, holder));
        }
        lines.add(String.format(Locale.ROOT, "  token %d, acquirer %s", holder.token(), Plain.text(holder.acquirer())));
        if (!holder.user().note().isEmpty()) {
            lines.add("  note: " + Plain.text(holder.user().note()));
        }
        if (!holder.user().details().isEmpty()) {
            lines.add("  details: " + Plain.text(holder.user().details().toString()));
        }
        if (holder.evicted() != null) {
            lines.add("  evicted at %s by %s: %s"
                    .formatted(
                            Plain.instant(holder.evicted().at()),
                            Plain.text(holder.evicted().by()),
                            Plain.text(holder.evicted().reason())));
        }
        holder.stackOfHold().ifPresent(stack -> {
            lines.add("  its thread, %s:".formatted(stack.state()));
            stack.frames().forEach(frame -> lines.add("    at " + Plain.text(frame)));
        });
    }

    /** The latest use of a kept lease, as of its last renewal. */
    private static String use(Sound lock, Holder holder) {
        LatestUse use = holder.use();
        return use == null
                ? "whether it is in use is unknown until its next renewal"
                : String.format(
                        Locale.ROOT,
                        "%s for %s; %d uses as of %s ago",
                        use.idle() ? "idle" : "in use",
                        Plain.duration(lock.since(use.since())),
                        use.count(),
                        Plain.duration(lock.since(holder.updatedAt())));
    }

    private static String waiter(Sound lock, Waiter waiter) {
        return "%s for %s, acquirer %s"
                .formatted(
                        Plain.text(where(waiter.owner())),
                        Plain.duration(lock.since(waiter.since())),
                        Plain.text(waiter.acquirer()));
    }

    private static String who(Owner owner) {
        return "%s@%s".formatted(owner.service(), owner.instance());
    }

    private static String where(Owner owner) {
        return String.format(
                Locale.ROOT,
                "%s (%s), host %s, process %d, thread %s",
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                owner.thread());
    }
}

package io.lockkeeper.console.face.sources;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a document of Lockkeeper's own tells beyond what every library's does, in words. */
final class OwnWords {

    /** From then on, agents take a capacity for that of a read-write lock. */
    private static final int READ_WRITE = 1 << 30;

    private OwnWords() {}

    /** More than that it is held or free: that it is kept, paused or evicted, and how many wait; empty for nothing more. */
    static Optional<String> state(ForeignLock lock, Instant now) {
        return lock.own()
                .map(own -> special(own, now) + waiting(own))
                .filter(words -> !words.isEmpty())
                .map(words -> words.startsWith(" · ") ? standing(lock, now) + words : words);
    }

    /** The name under which style sheets know that; empty where it is held, expired or free as any. */
    static Optional<String> css(ForeignLock lock, Instant now) {
        return lock.own().map(own -> special(own, now)).filter(word -> !word.isEmpty());
    }

    private static String standing(ForeignLock lock, Instant now) {
        return ForeignRow.state(lock.state(now), "held");
    }

    private static String special(LockDocument lock, Instant now) {
        if (evicted(lock, now).isPresent()) {
            return "evicted";
        }
        if (lock.holders().stream().anyMatch(Holder::isIdle)) {
            return "kept";
        }
        return lock.holders().isEmpty() && isPaused(lock, now) ? "paused" : "";
    }

    private static boolean isPaused(LockDocument lock, Instant now) {
        return lock.paused() != null && lock.paused().until().isAfter(now);
    }

    private static String waiting(LockDocument lock) {
        return lock.waiting() == 0 ? "" : String.format(Locale.ROOT, " · %,d waiting", lock.waiting());
    }

    private static Optional<EvictionState> evicted(LockDocument lock, Instant now) {
        return lock.holders().stream()
                .flatMap(lease -> EvictionState.of(lease, now).stream())
                .findFirst();
    }

    /** What a lock's card tells, each under its name. */
    static Map<String, String> facts(LockDocument lock, Instant now) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Waiting", queue(lock));
        facts.put("Kind", kind(lock));
        lock.holders().stream().findFirst().ifPresent(lease -> {
            if (!lease.user().note().isEmpty()) {
                facts.put("Note", Formats.visible(lease.user().note()));
            }
            if (lease.isKept()) {
                facts.put("Kept", kept(lease));
            }
        });
        evicted(lock, now).ifPresent(state -> facts.put("Evicted", EvictionWords.meaning(state)));
        if (lock.paused() != null && isPaused(lock, now)) {
            facts.put(
                    "Paused",
                    "until %s by %s: %s"
                            .formatted(
                                    Times.present().exact(lock.paused().until()),
                                    Formats.visible(lock.paused().by()),
                                    Formats.visible(lock.paused().reason())));
        }
        return facts;
    }

    private static String queue(LockDocument lock) {
        if (lock.queue().isEmpty()) {
            return lock.waiting() == 0
                    ? "nobody"
                    : String.format(Locale.ROOT, "%,d in their agents' memory", lock.waiting());
        }
        Waiter next = lock.queue().getFirst();
        return String.format(
                Locale.ROOT,
                "%,d; next is %s · %s · %s, since %s",
                lock.waiting(),
                Formats.visible(next.owner().service()),
                Formats.visible(next.owner().instance()),
                Formats.visible(next.owner().thread()),
                Times.present().exact(next.since()));
    }

    private static String kind(LockDocument lock) {
        int holders = lock.holders().size();
        if (lock.capacity() == READ_WRITE) {
            boolean written = lock.holders().stream().anyMatch(lease -> lease.weight() == READ_WRITE);
            return written
                    ? "read-write, held by a writer"
                    : String.format(Locale.ROOT, "read-write, %,d readers", holders);
        }
        return lock.capacity() == 1
                ? "exclusive"
                : String.format(Locale.ROOT, "shared by %,d of %,d", holders, lock.capacity());
    }

    private static String kept(Holder lease) {
        return lease.isIdle()
                ? "by its agent, which uses it no more until it is acquired there again"
                : "by its agent after a release, until somebody else asks for it";
    }
}

package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.mongodb.PoisonedWrite;
import io.lockkeeper.console.watch.agents.StackPlace;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One pass over all locks of a source. Each rule asks for the facts that it judges by, so that a source gets the rules for which it has
 * enough facts. The pass queries no server, so it takes less than a second even for very many locks.
 */
final class LockPass {

    private static final double HOT = 20;

    private final PassInput sight;
    private final Instant now;
    private final PassFindings found;
    private final Expiries expiries;
    private final SilentHolders silent;
    private final LongHolds longHolds;
    private final Queues queues;
    private final Set<String> deadlocked;
    private final List<String> others = new ArrayList<>();

    private LockPass(PassInput sight) {
        this.sight = sight;
        now = sight.now();
        found = new PassFindings(sight.source().id());
        expiries = new Expiries(sight, found);
        silent = new SilentHolders(sight, found);
        longHolds = new LongHolds(sight, found);
        deadlocked = sight.source().deadlocked();
        queues = new Queues(sight, found, deadlocked);
    }

    static List<Detected> over(PassInput sight) {
        LockPass pass = new LockPass(sight);
        sight.locks().forEach(pass::lookUntiringly);
        pass.others();
        return pass.found.all();
    }

    private void others() {
        if (!others.isEmpty()) {
            String first = Formats.visible(others.getFirst());
            found.add(Detected.ofAll(
                    Kind.OTHERS_DOCUMENTS,
                    others.size() == 1
                            ? "The document “%s” is no lock.".formatted(first)
                            : String.format(
                                    Locale.ROOT,
                                    "%,d documents are no locks, among them “%s”.",
                                    others.size(),
                                    first)));
        }
    }

    /** Judges one lock; a failure does not keep the others from being judged. */
    private void lookUntiringly(ObservedLock lock) {
        try {
            look(lock);
        } catch (RuntimeException e) {
            if (!PoisonedWrite.is(e)) {
                throw e;
            }
            damaged(lock, "The console cannot judge it: %s.".formatted(e));
        }
    }

    private void look(ObservedLock lock) {
        Optional<String> damage = lock.damage();
        if (!lock.isLock()) {
            others.add(lock.name());
            return;
        }
        if (damage.isPresent()) {
            damaged(lock, damage.get());
            return;
        }
        lock.expired(now).ifPresent(hold -> expiries.judge(lock, hold));
        lock.holds(now).forEach(hold -> held(lock, hold));
        lock.own().ifPresent(document -> {
            queues.judge(lock, document);
            hot(lock);
        });
    }

    private void damaged(ObservedLock lock, String why) {
        found.add(Kind.DAMAGED, lock, lock::subject, Formats.visible(why));
    }

    private void held(ObservedLock lock, ObservedHold hold) {
        Optional<EvictionState> eviction = hold.lease().flatMap(lease -> EvictionState.of(lease, now));
        if (eviction.isPresent()) {
            unanswered(lock, hold, eviction.get());
        } else if (!silent.judge(lock, hold)) {
            boolean hangs =
                    hold.lease().filter(lease -> hangs(lock, hold, lease)).isPresent();
            hold.since().filter(since -> !hangs).ifPresent(since -> longHolds.judge(lock, hold, since));
        }
    }

    private void unanswered(ObservedLock lock, ObservedHold hold, EvictionState eviction) {
        if (eviction instanceof EvictionState.Unanswered it) {
            found.add(
                    Kind.UNANSWERED,
                    lock,
                    hold,
                    "%s evicted %s %s ago, and its agent has not removed the lease."
                            .formatted(
                                    Formats.visible(it.mark().by()),
                                    hold.who(),
                                    sight.since(it.mark().at())));
        }
    }

    /** Whether its work stands still. A thread in a deadlock does, as that finding says; one that hangs holds the lock for long, too. */
    private boolean hangs(ObservedLock lock, ObservedHold hold, Holder lease) {
        Optional<Instant> since = sight.standing().apply(lease);
        if (deadlocked.contains(lease.acquirer())) {
            return true;
        }
        since.ifPresent(at -> found.add(
                Kind.HANGING,
                lock,
                hold,
                "The thread of %s has stood in %s for %s%s."
                        .formatted(hold.who(), StackPlace.of(lease), sight.since(at), lock.waiting())));
        return since.isPresent();
    }

    private void hot(ObservedLock lock) {
        double rate = sight.grantsPerSecond().apply(lock.name());
        if (rate >= HOT) {
            found.add(
                    Kind.HOT_LOCK,
                    lock,
                    String.format(Locale.ROOT, "%.0f grants a second over the last minute.", rate));
        }
    }
}

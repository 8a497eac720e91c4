package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.board.LockState;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.mongodb.PoisonedWrite;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One pass over all locks. It queries no server, so it takes less than a second even for very many. */
final class LockPass {

    /** Shorter holds and waits are not reported, however unusual. */
    private static final Duration SHORT = Duration.ofSeconds(10);

    private static final Duration SHORT_WAIT = Duration.ofMinutes(1);
    private static final int TIMES_USUAL_WAIT = 5;
    private static final int NEARLY_FULL = Settle.MAX_ENTRIES * 8 / 10;
    private static final double HOT = 20;
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(15);

    private final Sight sight;
    private final Instant now;
    private final List<Detected> found = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    private LockPass(Sight sight) {
        this.sight = sight;
        this.now = sight.now();
    }

    static List<Detected> over(Sight sight) {
        LockPass pass = new LockPass(sight);
        sight.locks().forEach(pass::lookUntiringly);
        pass.others();
        return pass.found;
    }

    private void others() {
        if (!others.isEmpty()) {
            String first = Words.visible(others.getFirst());
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

    /** One lock that cannot be judged does not keep the others from being judged. */
    private void lookUntiringly(LockView lock) {
        try {
            look(lock);
        } catch (RuntimeException e) {
            if (!PoisonedWrite.is(e)) {
                throw e;
            }
            add(Kind.DAMAGED, lock, "", "The console cannot judge it: %s.".formatted(Words.visible(e.toString())));
        }
    }

    private void look(LockView lock) {
        if (lock.lock() == null) {
            if (lock.foreign()) {
                others.add(lock.name());
            } else {
                add(Kind.DAMAGED, lock, "", Words.visible(String.valueOf(lock.damage())));
            }
            return;
        }
        LockState state = lock.state(now);
        if (state == LockState.EXPIRED) {
            expired(lock);
        }
        lock.holders().stream().filter(it -> LockView.isLive(it, now)).forEach(holder -> look(lock, holder, state));
        if (lock.waiters() > 0) {
            queue(lock);
        }
        double rate = sight.grantsPerSecond().apply(lock.name());
        if (rate >= HOT) {
            add(
                    Kind.HOT_LOCK,
                    lock,
                    "",
                    String.format(Locale.ROOT, "%.0f grants a second over the last minute.", rate));
        }
    }

    private void expired(LockView lock) {
        Instant end = lock.holders().stream()
                .map(Holder::expiresAt)
                .max(Instant::compareTo)
                .orElse(now);
        if (lock.waiters() > 0
                && sight.outage()
                        .countsFrom(settledFrom(lock, end), SETTLED_WITHIN)
                        .plus(SETTLED_WITHIN)
                        .isBefore(now)) {
            add(
                    Kind.EXPIRED_WANTED,
                    lock,
                    token(lock.holders().getFirst()),
                    "The lease of %s expired %s ago; %s."
                            .formatted(name(lock.holders().getFirst()), since(end), waiting(lock)));
        }
    }

    /** While the lock is paused, nobody has a reason to settle it. */
    private static Instant settledFrom(LockView lock, Instant end) {
        return Optional.ofNullable(lock.lock())
                .map(LockDocument::paused)
                .map(Pause::until)
                .filter(end::isBefore)
                .orElse(end);
    }

    private void look(LockView lock, Holder holder, LockState state) {
        if (holder.evicted() != null) {
            if (state == LockState.UNANSWERED) {
                add(
                        Kind.UNANSWERED,
                        lock,
                        token(holder),
                        "%s evicted %s %s ago, and its agent has not removed the lease."
                                .formatted(
                                        Words.visible(holder.evicted().by()),
                                        name(holder),
                                        since(holder.evicted().at())));
            }
            return;
        }
        boolean silent = sight.life().apply(holder) instanceof AgentLife.Silent gone && silent(lock, holder, gone);
        Optional<Instant> stands = silent ? Optional.empty() : sight.standing().apply(holder);
        stands.ifPresent(at -> hanging(lock, holder, at));
        if (!silent) {
            heldSince(holder)
                    .filter(since -> Duration.between(since, now).compareTo(SHORT) > 0)
                    .flatMap(since -> LongHolds.judge(lock, holder, since, sight))
                    .ifPresent(found::add);
        }
    }

    /** For a kept lease, the present use is judged, once a renewal has reported it; nobody holds an idle one. */
    private static Optional<Instant> heldSince(Holder holder) {
        return holder.hasUses() && holder.use() == null ? Optional.empty() : holder.heldSince();
    }

    private boolean silent(LockView lock, Holder holder, AgentLife.Silent gone) {
        add(
                Kind.SILENT_HOLDER,
                lock,
                token(holder),
                "The agent of %s has written nothing for %s. Its lease expires in %s; %s."
                        .formatted(
                                name(holder),
                                since(gone.since()),
                                Words.duration(Duration.between(now, holder.expiresAt())),
                                waiting(lock)));
        return true;
    }

    private void hanging(LockView lock, Holder holder, Instant since) {
        add(
                Kind.HANGING,
                lock,
                token(holder),
                "The thread of %s has stood in %s for %s; %s."
                        .formatted(name(holder), StackPlace.of(holder), since(since), waiting(lock)));
    }

    private void queue(LockView lock) {
        int entries = lock.waiters() + lock.holders().size();
        if (entries >= NEARLY_FULL) {
            add(
                    Kind.QUEUE_NEAR_BOUND,
                    lock,
                    "",
                    String.format(Locale.ROOT, "%d of %d places are taken.", entries, Settle.MAX_ENTRIES));
        }
        Instant from = sight.waitsFrom().apply(lock);
        lock.pause(now).ifPresentOrElse(pause -> paused(lock, pause), () -> waits(lock, from));
    }

    /** Whoever waits does so because an operator wants it: worth knowing where the pause may have been forgotten. */
    private void paused(LockView lock, Pause pause) {
        Instant since = lock.queue().getFirst().since();
        if (Duration.between(since, now).compareTo(sight.patience()) > 0) {
            add(
                    Kind.PAUSED_WANTED,
                    lock,
                    "",
                    "%s paused it %s ago, for another %s (%s); %s, the first for %s."
                            .formatted(
                                    Words.visible(pause.by()),
                                    since(pause.at()),
                                    Words.duration(Duration.between(now, pause.until())),
                                    Words.visible(pause.reason()),
                                    waiting(lock),
                                    since(since)));
        }
    }

    /** One finding for as long as it is so, whoever is first. */
    private void waits(LockView lock, Instant from) {
        Duration wait = Duration.between(from, now);
        if (wait.compareTo(sight.patience()) > 0) {
            add(Kind.OLD_WAITER, lock, "", waited(lock, from));
        } else if (wait.compareTo(SHORT_WAIT) > 0) {
            sight.usual()
                    .apply(lock.name())
                    .usualWait()
                    .filter(it -> wait.compareTo(it.p95().multipliedBy(TIMES_USUAL_WAIT)) > 0)
                    .ifPresent(it -> add(
                            Kind.STARVING_WAITER,
                            lock,
                            "",
                            "%s 95 of 100 waits are shorter than %s."
                                    .formatted(waited(lock, from), Words.lasted(it.p95()))));
        }
    }

    private String waited(LockView lock, Instant from) {
        Waiter first = lock.queue().getFirst();
        String sincePause = from.equals(first.since()) ? "" : ", %s of it since a pause ended".formatted(since(from));
        return "%s has waited for %s%s; %s."
                .formatted(Words.visible(first.owner().service()), since(first.since()), sincePause, waiting(lock));
    }

    private void add(Kind kind, LockView lock, String subject, String evidence) {
        found.add(new Detected(kind, lock.name(), subject, evidence));
    }

    private String since(Instant moment) {
        return Words.duration(Duration.between(moment, now));
    }

    static String waiting(LockView lock) {
        int count = lock.lock() == null ? 0 : lock.lock().waiting();
        return count == 0 ? "nobody waits" : count == 1 ? "1 waits" : count + " wait";
    }

    static String token(Holder holder) {
        return Long.toString(holder.token());
    }

    static String name(Holder holder) {
        return Words.visible(holder.owner().service() + " · " + holder.owner().instance());
    }
}

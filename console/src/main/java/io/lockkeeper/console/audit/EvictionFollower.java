package io.lockkeeper.console.audit;

import com.mongodb.MongoException;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.board.EvictionState.NothingChanged;
import io.lockkeeper.console.board.EvictionState.Why;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.board.Untiring;
import io.lockkeeper.console.history.History;
import io.lockkeeper.console.history.LeaseRecord;
import io.lockkeeper.console.mongodb.Stepping;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Follows each eviction to its end and records it: this console's from the click on, those of other consoles, running or dead,
 * from their records. Changes on the board take effect at once; what the board cannot show is read from the lock, and what later leases
 * hide there, from the history. Thread-safe, and never waits for MongoDB on a caller's thread.
 */
@Component
public class EvictionFollower implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(EvictionFollower.class);
    private static final int MOST = 500;
    private static final Duration READ_EVERY = Duration.ofSeconds(5);
    private static final Duration SEARCH_EVERY = Duration.ofSeconds(30);
    /** How long one that has ended is kept for the dialog that shows it. */
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final Map<String, Followed> followed = new ConcurrentHashMap<>();
    private final AuditLog log;
    private final LeaseReader locks;
    private final History history;
    private final LateKeeper lates;
    private final ServerClock clock;
    private final Stepping stepping;
    private final Duration quarantine;
    private Instant searchedFrom = Instant.EPOCH;
    private Instant nextSearch = Instant.EPOCH;
    private boolean troubled;
    private volatile ScheduledExecutorService timer = timer();
    private @Nullable Future<?> ticks;

    EvictionFollower(
            AuditLog log,
            LeaseReader locks,
            History history,
            LateKeeper lates,
            Board board,
            ServerClock clock,
            Stepping stepping,
            @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.log = log;
        this.locks = locks;
        this.history = history;
        this.lates = lates;
        this.clock = clock;
        this.stepping = stepping;
        this.quarantine = quarantine;
        board.onChange(this::changed);
    }

    /** An operator has asked for it. */
    public void begin(AuditEntry entry) {
        followed.put(entry.id(), Followed.of(Course.begun(entry), clock.now()));
    }

    /** The intent could not be recorded: nothing was changed. If its record landed all the same, it is found later. */
    public void notRecorded(AuditEntry entry) {
        Course course = new Course(entry, new NothingChanged(Why.NOT_RECORDED));
        followed.put(entry.id(), Followed.of(course, clock.now()).ended(course));
    }

    /**
     * MongoDB has answered, or has failed to.
     *
     * @param lock the lock as the change left it, or null where that did not come
     * @param recorded whether the answer is in the audit; if not, it will be as soon as that can be written
     */
    public void answered(AuditEntry entry, Result result, @Nullable LockDocument lock, boolean recorded) {
        followed.computeIfPresent(
                entry.id(), (id, it) -> it.answered(it.course().answered(result, lock), recorded ? null : result));
    }

    /** Where the eviction with this id stands; empty if it has not begun, or ended long ago. */
    public Optional<EvictionState> state(String id) {
        return Optional.ofNullable(followed.get(id))
                .map(it -> it.course().state().at(clock.now()));
    }

    /** Whether MongoDB's answer still waits to be recorded. */
    public boolean isUnrecorded(String id) {
        Followed found = followed.get(id);
        return found != null && found.unrecorded() != null;
    }

    /** Where an entry of the log stands now, which may be further than its records tell. */
    public EvictionState state(AuditEntry entry) {
        Followed found = followed.get(entry.id());
        boolean behind = found != null && found.awaitsConsent() && isDecided(entry);
        if (found != null && !behind) {
            return found.course().state().at(clock.now());
        }
        EvictionState recorded = Course.recorded(entry).state().at(clock.now());
        if (!entry.isToBeDone()) {
            return recorded;
        }
        boolean late = clock.now().isAfter(overdue(entry).plus(SEARCH_EVERY));
        return late && !recorded.isFinal() ? new EvictionState.Unknown() : recorded;
    }

    private Instant overdue(AuditEntry entry) {
        return entry.deadline().plus(quarantine);
    }

    private static ScheduledExecutorService timer() {
        return Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("evictions").daemon().factory());
    }

    @Override
    public void start() {
        if (timer.isShutdown()) {
            timer = timer();
        }
        ticks = timer.scheduleWithFixedDelay(
                () -> Untiring.run("evictions", this::tick, cause -> {}), 1, 1, TimeUnit.SECONDS);
    }

    @Override
    public void stop() {
        timer.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return ticks != null && !timer.isShutdown();
    }

    /** If only the lock can tell the outcome, or that it is unknown, the end waits until the lock was read. */
    private void changed(LockView lock) {
        LockDocument document = lock.lock();
        if (document == null || followed.isEmpty()) {
            return;
        }
        Instant now = clock.now();
        followed.replaceAll((id, it) -> it.course().entry().lock().equals(lock.name()) ? it.saw(document, now) : it);
    }

    private void tick() {
        try {
            Instant now = clock.now();
            search(now);
            for (Followed it : followed.values()) {
                AuditEntry entry = it.course().entry();
                stepping.over("evictions", "the eviction %s".formatted(entry.id()), () -> advance(it, now));
            }
            followed.values().removeIf(it -> it.isPast(now.minus(KEPT)));
            lates.keep();
            troubled = false;
        } catch (DataAccessException | MongoException e) {
            if (!troubled) {
                LOG.warn("Evictions cannot be followed and recorded for now; the console tries again every second", e);
            }
            troubled = true;
        }
    }

    private void advance(Followed it, Instant now) {
        AuditEntry entry = it.course().entry();
        if (it.awaitsConsent()) {
            log.find(entry.id()).filter(EvictionFollower::isDecided).ifPresent(found -> decided(found, now));
            return;
        }
        Result unrecorded = it.unrecorded();
        if (unrecorded != null) {
            log.conclude(entry, unrecorded);
            followed.computeIfPresent(entry.id(), (id, latest) -> latest.recorded());
        }
        if (it.isDueToBeRead(now, READ_EVERY)) {
            LockDocument lock = locks.read(entry.lock());
            LeaseRecord past =
                    it.lost() ? history.lease(entry.lock(), entry.token()).orElse(null) : null;
            followed.computeIfPresent(entry.id(), (id, latest) -> latest.read(lock, past, now));
        }
        Followed latest = followed.get(entry.id());
        if (latest != null && latest.isToBeEnded()) {
            end(latest.course(), now);
        }
    }

    private static boolean isDecided(AuditEntry entry) {
        return entry.consent() != null && entry.consent().decision() != null;
    }

    /** Another console may do what was consented to; what was not has come to its end. */
    private void decided(AuditEntry entry, Instant now) {
        Course course = Course.recorded(entry);
        Followed next = Followed.of(course, now);
        Followed last = entry.isToBeDone() ? next : next.ended(course);
        followed.computeIfPresent(entry.id(), (id, latest) -> latest.awaitsConsent() ? last : latest);
    }

    /** The console that records the end first decides it. */
    private void end(Course course, Instant now) {
        AuditEntry.End ours = course.end(now);
        AuditEntry.End recorded = log.end(course.entry(), ours);
        Course last = recorded.equals(ours) ? course : course.ended(recorded);
        followed.computeIfPresent(course.entry().id(), (id, latest) -> latest.ended(last));
    }

    /** Those of other consoles, and those whose console died before it recorded what came of them. */
    private void search(Instant now) {
        if (now.isBefore(nextSearch)) {
            return;
        }
        for (AuditEntry entry : log.unfinished(searchedFrom, MOST)) {
            boolean underWay = entry.result() == null && now.isBefore(overdue(entry));
            if (!underWay) {
                followed.computeIfAbsent(entry.id(), id -> Followed.of(Course.recorded(entry), now));
            }
        }
        searchedFrom = now.minus(AuditEntry.TIME_OUT.plus(quarantine).plus(SEARCH_EVERY.multipliedBy(2)));
        nextSearch = now.plus(SEARCH_EVERY);
    }
}

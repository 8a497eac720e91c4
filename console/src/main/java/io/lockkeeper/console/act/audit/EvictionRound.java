package io.lockkeeper.console.act.audit;

import com.mongodb.MongoException;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.mongodb.Stepping;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.board.EvictionState.HolderLives;
import io.lockkeeper.console.watch.board.EvictionState.Watched;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The follower's work once a second: finds the evictions of other consoles, reads locks whose changes were missed, and records what is not
 * on record yet. Used by one thread.
 */
@Component
final class EvictionRound {

    private static final Logger LOG = LoggerFactory.getLogger(EvictionRound.class);
    private static final int MOST = 500;
    private static final Duration READ_EVERY = Duration.ofSeconds(5);
    private static final Duration SEARCH_EVERY = Duration.ofSeconds(15);
    /** How long an ended eviction is kept for pages that show it. */
    private static final Duration KEPT = Course.WATCHED;

    private final Map<String, FollowedEviction> followed = new ConcurrentHashMap<>();
    private final AuditLog log;
    private final LeaseReader locks;
    private final LateWriteWatches watches;
    private final ServerClock clock;
    private final Stepping stepping;
    private final Duration quarantine;
    /** Sources that did not answer in this round. */
    private final Set<String> silent = new HashSet<>();

    private Instant searchedFrom = Instant.EPOCH;
    private Instant nextSearch = Instant.EPOCH;
    private boolean troubled;

    EvictionRound(
            AuditLog log,
            LeaseReader locks,
            LateWriteWatches watches,
            ServerClock clock,
            Stepping stepping,
            @Value("${lockkeeper.quarantine:15s}") Duration quarantine) {
        this.log = log;
        this.locks = locks;
        this.watches = watches;
        this.clock = clock;
        this.stepping = stepping;
        this.quarantine = quarantine;
    }

    /** Those that are followed, by their entries' ids; thread-safe. */
    Map<String, FollowedEviction> followed() {
        return followed;
    }

    /** @param last is done after it, unless MongoDB failed */
    void run(Runnable last) {
        try {
            Instant now = clock.now();
            search(now);
            silent.clear();
            for (FollowedEviction it : followed.values()) {
                AuditEntry entry = it.course().entry();
                stepping.over("evictions", "the eviction %s".formatted(entry.id()), () -> advance(it, now));
            }
            followed.values().removeIf(it -> it.isPast(now.minus(KEPT)));
            last.run();
            troubled = false;
        } catch (DataAccessException | MongoException e) {
            if (!troubled) {
                LOG.warn("Evictions cannot be followed and recorded for now; the console tries again every second", e);
            }
            troubled = true;
        }
    }

    private void advance(FollowedEviction it, Instant now) {
        AuditEntry entry = it.course().entry();
        if (it.awaitsConsent()) {
            log.find(entry.id()).filter(AuditEntry::isDecided).ifPresent(found -> decided(found, now));
            return;
        }
        Result unrecorded = it.unrecorded();
        if (unrecorded != null) {
            log.conclude(entry, unrecorded);
            followed.computeIfPresent(entry.id(), (id, latest) -> latest.recorded());
        }
        if (it.isDueToBeRead(now, READ_EVERY) && !silent.contains(entry.place().source())) {
            read(it, now);
        }
        FollowedEviction latest = followed.computeIfPresent(entry.id(), (id, last) -> last.at(now));
        if (latest != null && latest.isToBeEnded()) {
            end(latest.course(), now);
        }
    }

    /** A source that does not answer keeps no other from being followed. */
    private void read(FollowedEviction it, Instant now) {
        AuditEntry entry = it.course().entry();
        try {
            LockDocument lock = locks.read(entry.place());
            LeaseRecord past = it.lost() ? locks.past(entry).orElse(null) : null;
            Duration behind = watches.behind(entry.place());
            followed.computeIfPresent(entry.id(), (id, latest) -> latest.read(lock, past, now, behind));
        } catch (MongoException | RefusedException e) {
            LOG.debug("The lock of an evicted lease cannot be read for now: entry={}", entry.id(), e);
            silent.add(entry.place().source());
        }
    }

    /** Another console may carry out what was consented to, as its records then show; a refused request has ended. */
    private void decided(AuditEntry entry, Instant now) {
        FollowedEviction next = FollowedEviction.of(Course.recorded(entry), null, now);
        boolean elsewhere = entry.isToBeDone() && !next.course().tellsEnds();
        followed.computeIfPresent(
                entry.id(), (id, latest) -> !latest.awaitsConsent() ? latest : elsewhere ? null : next);
    }

    /** The console that records the end first decides it. */
    private void end(Course course, Instant now) {
        AuditEntry.End ours = course.end(now);
        AuditEntry.End recorded = log.end(course.entry(), ours);
        Course last = recorded.equals(ours) ? course : course.ended(recorded);
        followed.computeIfPresent(course.entry().id(), (id, latest) -> latest.ended(last));
    }

    /** Finds the evictions of other consoles, and those whose console died before it recorded the outcome. */
    private void search(Instant now) {
        if (now.isBefore(nextSearch)) {
            return;
        }
        for (AuditEntry entry : log.evictions(searchedFrom, MOST)) {
            Course course = Course.recorded(entry);
            if (isToBeFollowed(course, now)) {
                followed.computeIfAbsent(entry.id(), id -> FollowedEviction.of(course, watches.of(course, null), now));
            }
        }
        searchedFrom = now.minus(Course.WATCHED.plus(quarantine));
        nextSearch = now.plus(SEARCH_EVERY);
    }

    private boolean isToBeFollowed(Course course, Instant now) {
        AuditEntry entry = course.entry();
        boolean underWay =
                entry.result() == null && now.isBefore(entry.deadline().plus(quarantine));
        boolean open = entry.isToBeDone() && course.isOpen() && !underWay;
        return switch (course.state()) {
            case Watched watched -> open && watched.until().isAfter(now);
            case HolderLives lives -> lives.at().plus(KEPT).isAfter(now);
            default -> open;
        };
    }
}

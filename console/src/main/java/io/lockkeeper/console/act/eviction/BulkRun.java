package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.watch.board.EvictionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;

/**
 * Several evictions requested together, made one after the other, each with its own record. They continue if the page is
 * closed, unless the operator stops them.
 */
final class BulkRun {

    private final EvictionService service;
    private final EvictionFollower follower;
    private final List<EvictionRequest> requests;
    private final Map<String, String> troubles = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private volatile boolean over;

    BulkRun(EvictionService service, EvictionFollower follower, List<EvictionRequest> requests) {
        this.service = service;
        this.follower = follower;
        this.requests = List.copyOf(requests);
    }

    /** The outcome of one request so far: a state, or why nothing was tried; empty until its turn. */
    record Course(@Nullable EvictionState state, String trouble) {}

    void start(Background background, Runnable done) {
        background.change(this::run, made -> done.run(), failure -> {
            over = true;
            requests.forEach(it -> troubles.putIfAbsent(it.id(), why(failure)));
            done.run();
        });
    }

    /** Stops before the next request. */
    void stop() {
        stopped = true;
    }

    boolean isOver() {
        return over;
    }

    Optional<Course> course(String request) {
        String trouble = troubles.get(request);
        return trouble == null
                ? follower.state(request).map(state -> new Course(state, ""))
                : Optional.of(new Course(null, trouble));
    }

    /** Makes the evictions and returns how many were attempted. Waits for MongoDB. */
    int run() {
        try {
            requests.forEach(this::make);
            return requests.size();
        } finally {
            over = true;
        }
    }

    private void make(EvictionRequest request) {
        if (stopped) {
            troubles.put(request.id(), "Stopped before its turn. Nothing was changed.");
            return;
        }
        try {
            var unused = service.evict(request);
        } catch (DataAccessException | AccessDeniedException e) {
            troubles.put(request.id(), why(e));
        }
    }

    private static String why(Exception failure) {
        return switch (failure) {
            case RejectedExecutionException busy -> "Too many requests wait for MongoDB. Nothing was changed.";
            case AccessDeniedException denied -> denied.getMessage() + " Nothing was changed.";
            case DataAccessException unrecorded -> "It could not be recorded. Nothing was changed.";
            default -> "The console failed; its log says why. The audit has what was changed.";
        };
    }
}

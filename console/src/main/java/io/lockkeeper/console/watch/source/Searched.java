package io.lockkeeper.console.watch.source;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search in the background has found so far.
 *
 * @param began by the server's clock
 * @param next the place where it goes on; null once it has ended
 * @param why what keeps it, or has ended it before its end; null if nothing has
 */
public record Searched(
        FoundEverywhere found,
        Instant began,
        @Nullable String next,
        @Nullable String why) {

    /** Of a search that has not looked at anything yet. */
    static Searched begun(@Nullable String cluster, Instant began) {
        return new Searched(
                new FoundEverywhere(cluster, List.of(), List.of(), List.of(), Duration.ZERO), began, "", null);
    }

    /** Whether it will look at more. */
    public boolean goesOn() {
        return next != null;
    }

    Searched and(FoundEverywhere more) {
        return new Searched(found.and(more), began, more.next(), null);
    }

    Searched ended(String because) {
        return new Searched(found, began, null, because);
    }

    Searched kept(String by) {
        return new Searched(found, began, next, by);
    }
}

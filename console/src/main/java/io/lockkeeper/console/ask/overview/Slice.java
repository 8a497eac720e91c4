package io.lockkeeper.console.ask.overview;

import java.util.List;

/**
 * What consoles saw in a slice of time: a minute, a quarter of an hour, or an hour.
 *
 * @param seen whether a console saw it; if not, nothing is known of it
 * @param held the most locks that were held at a time
 * @param grants how many leases were granted
 * @param evictions how many leases were evicted
 * @param partlyUnseen whether no console saw a part of it, or MongoDB did not answer a console during one
 */
public record Slice(boolean seen, int held, int waiting, int grants, int evictions, boolean partlyUnseen) {

    public static final Slice UNSEEN = new Slice(false, 0, 0, 0, 0, false);

    /** A slice that a console saw. */
    public static Slice seen(int held, int waiting, int grants, int evictions) {
        return new Slice(true, held, waiting, grants, evictions, false);
    }

    /** A slice that consists of these. */
    public static Slice of(List<Slice> parts) {
        boolean seen = parts.stream().anyMatch(Slice::seen);
        return new Slice(
                seen,
                parts.stream().mapToInt(Slice::held).max().orElse(0),
                parts.stream().mapToInt(Slice::waiting).max().orElse(0),
                parts.stream().mapToInt(Slice::grants).sum(),
                parts.stream().mapToInt(Slice::evictions).sum(),
                seen && parts.stream().anyMatch(part -> !part.seen || part.partlyUnseen));
    }

    Slice sampled(int nowHeld, int nowWaiting) {
        return seen(Math.max(held, nowHeld), Math.max(waiting, nowWaiting), grants, evictions);
    }

    Slice granted() {
        return seen(held, waiting, grants + 1, evictions);
    }

    Slice evicted() {
        return seen(held, waiting, grants, evictions + 1);
    }

    /** Merges the slices of two consoles: the one that saw all of it counted more. */
    public Slice with(Slice other) {
        return new Slice(
                seen || other.seen,
                Math.max(held, other.held),
                Math.max(waiting, other.waiting),
                Math.max(grants, other.grants),
                Math.max(evictions, other.evictions),
                (partlyUnseen || !seen) && (other.partlyUnseen || !other.seen) && (seen || other.seen));
    }

    Slice cutByAnOutage() {
        return new Slice(seen, held, waiting, grants, evictions, true);
    }
}

package io.lockkeeper.console.ask.overview;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** The last hour of some locks by minutes, each known by its number since 1970. Guarded by its owner. */
public final class HourCount {

    public static final int MINUTES = 60;
    /** The minutes in a quarter of an hour. */
    public static final int QUARTER = 15;

    private final NavigableMap<Long, Slice> minutes = new TreeMap<>();

    /** The hour up to that minute, the newest last. If less is known, it starts with the first minute that was seen. */
    List<Slice> until(long present) {
        long first = minutes.isEmpty() ? present : Math.max(minutes.firstKey(), present - MINUTES + 1);
        return LongStream.rangeClosed(Math.min(first, present), present)
                .mapToObj(each -> minutes.getOrDefault(each, Slice.UNSEEN))
                .toList();
    }

    Optional<Slice> of(long minute) {
        return Optional.ofNullable(minutes.get(minute));
    }

    void count(long minute, UnaryOperator<Slice> change) {
        minutes.put(minute, change.apply(minutes.getOrDefault(minute, Slice.UNSEEN)));
        minutes.headMap(minute - MINUTES, true).clear();
    }

    /** Adds what was known of a minute before. */
    void add(long minute, Slice known) {
        minutes.merge(minute, known, Slice::with);
    }
}

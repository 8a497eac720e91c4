package io.lockkeeper.console.face.overview;

import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** The last hour of some locks by minutes, each known by its number since 1970. Guarded by its owner. */
final class HourCount {

    static final int MINUTES = 60;

    private final NavigableMap<Long, Minute> minutes = new TreeMap<>();

    /** The hour up to that minute, the newest last. If less is known, it starts with the first minute that was seen. */
    List<Minute> until(long present) {
        long first = minutes.isEmpty() ? present : Math.max(minutes.firstKey(), present - MINUTES + 1);
        return LongStream.rangeClosed(Math.min(first, present), present)
                .mapToObj(each -> minutes.getOrDefault(each, Minute.UNSEEN))
                .toList();
    }

    Optional<Minute> of(long minute) {
        return Optional.ofNullable(minutes.get(minute));
    }

    void count(long minute, UnaryOperator<Minute> change) {
        minutes.put(minute, change.apply(minutes.getOrDefault(minute, Minute.UNSEEN)));
        minutes.headMap(minute - MINUTES, true).clear();
    }

    /** Adds what was known of a minute before. */
    void add(long minute, Minute known) {
        minutes.merge(minute, known, Minute::with);
    }
}

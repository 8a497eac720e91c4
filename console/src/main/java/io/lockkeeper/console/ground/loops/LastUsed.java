package io.lockkeeper.console.ground.loops;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Maps that keep the entries that were used last, and forget the others. They are not thread-safe. */
public final class LastUsed {

    private LastUsed() {}

    public static <K, V> Map<K, V> atMost(int most) {
        return atMost(most, forgotten -> {});
    }

    /**
     * A map of at most so many entries.
     *
     * @param forgotten is called with the value of each entry that is forgotten
     */
    public static <K, V> Map<K, V> atMost(int most, Consumer<V> forgotten) {
        return new LinkedHashMap<>(16, .75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                boolean full = size() > most;
                if (full) {
                    forgotten.accept(eldest.getValue());
                }
                return full;
            }
        };
    }
}

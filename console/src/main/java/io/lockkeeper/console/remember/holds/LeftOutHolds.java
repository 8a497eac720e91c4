package io.lockkeeper.console.remember.holds;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.stereotype.Component;

/** Counts the holds of each source, and waits for its locks, that this console saw end and did not record. Thread-safe. */
@Component
public class LeftOutHolds {

    private final Map<String, LongAdder> bySource = new ConcurrentHashMap<>();

    void count(String source) {
        bySource.computeIfAbsent(source, unused -> new LongAdder()).increment();
    }

    /** The number since the console was started. */
    public long of(String source) {
        LongAdder counted = bySource.get(source);
        return counted == null ? 0 : counted.sum();
    }
}

package io.lockkeeper.console;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Ends a process that lives and answers nothing, so that what started it starts it again: one that has done little else than collect garbage
 * for half a minute, or in which no new work has run in that time. Used by one thread.
 */
final class Watchdog {

    static final int LOOKS = 6;
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final double NEARLY_ALL = 0.9;
    /** Collectors that work beside the program count the time of doing so, which holds nothing up. */
    private static final Pattern BESIDE = Pattern.compile("Cycles|Concurrent");

    private final LongSupplier nanos;
    private final LongSupplier collectedMillis;
    private final BooleanSupplier ranSinceAsked;
    private final Consumer<String> end;
    private long lookedAt;
    private long collected;
    private int full;
    private int still;

    /** @param end gets why, in a sentence */
    Watchdog(LongSupplier nanos, LongSupplier collectedMillis, BooleanSupplier ranSinceAsked, Consumer<String> end) {
        this.nanos = nanos;
        this.collectedMillis = collectedMillis;
        this.ranSinceAsked = ranSinceAsked;
        this.end = end;
        lookedAt = nanos.getAsLong();
        collected = collectedMillis.getAsLong();
    }

    /** Watches this process. */
    static void start() {
        Watchdog dog = new Watchdog(System::nanoTime, Watchdog::collectedMillis, new Work()::ran, why -> {
            System.err.println(why);
            Runtime.getRuntime().halt(LastWords.OUT_OF_MEMORY);
        });
        Thread unused = Thread.ofPlatform().name("watchdog").daemon().start(dog::watch);
    }

    private void watch() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(EVERY);
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void look() {
        long now = nanos.getAsLong();
        long sum = collectedMillis.getAsLong();
        boolean onlyCollected = (sum - collected) * 1e6 > NEARLY_ALL * (now - lookedAt);
        lookedAt = now;
        collected = sum;
        full = onlyCollected ? full + 1 : 0;
        still = ranSinceAsked.getAsBoolean() ? 0 : still + 1;
        if (full >= LOOKS) {
            end.accept(
                    "The console has collected garbage for half a minute and done nothing else: it ends. Give it more memory.");
        } else if (still >= LOOKS) {
            end.accept("No new work of the console has run for half a minute: it ends.");
        }
    }

    private static long collectedMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(each -> !BESIDE.matcher(each.getName()).find())
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    /** A piece of work as a request is one. */
    private static final class Work {

        private final AtomicBoolean ran = new AtomicBoolean(true);

        /** Whether the last one has run; asks for another one. */
        boolean ran() {
            boolean last = ran.getAndSet(false);
            Thread unused = Thread.startVirtualThread(() -> ran.set(true));
            return last;
        }
    }
}

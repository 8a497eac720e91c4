package io.lockkeeper.benchmark.worker;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Which lock a thread takes next: {@code own} for one of its own, {@code turns:n} for n of its own in turn, {@code fresh} for one that was never used, {@code hot:name} for one of all, {@code among:n} for any of n. */
sealed interface Naming {

    String next(int thread);

    /** Those that are to be prepared. */
    List<String> all(int threads);

    /** Whether it names each lock once. */
    default boolean isFresh() {
        return false;
    }

    static Naming parse(String text) {
        String[] parts = text.split(":", 2);
        return switch (parts[0]) {
            case "own" -> new Own();
            case "turns" -> new Turns(Integer.parseInt(parts[1]), new ConcurrentHashMap<>());
            case "fresh" -> new Fresh(System.nanoTime(), new AtomicLong());
            case "hot" -> new Hot(parts[1]);
            case "among" -> new Among(Integer.parseInt(parts[1]));
            default ->
                throw new IllegalArgumentException("Naming is own, turns:n, fresh, hot:name or among:n, not " + text);
        };
    }

    record Own() implements Naming {
        private static final long PROCESS = ProcessHandle.current().pid();

        @Override
        public String next(int thread) {
            return "own-" + PROCESS + "-" + thread;
        }

        @Override
        public List<String> all(int threads) {
            return IntStream.range(0, threads).mapToObj(this::next).toList();
        }
    }

    record Turns(int count, Map<Integer, Integer> next) implements Naming {
        @Override
        public String next(int thread) {
            return name(thread, next.merge(thread, 1, Integer::sum) % count);
        }

        @Override
        public List<String> all(int threads) {
            return IntStream.range(0, threads * count)
                    .mapToObj(i -> name(i / count, i % count))
                    .toList();
        }

        private static String name(int thread, int turn) {
            return String.format(Locale.ROOT, "turns-%d-%d-%d", Own.PROCESS, thread, turn);
        }
    }

    /** {@code since} distinguishes its names from others of the same process. */
    record Fresh(long since, AtomicLong count) implements Naming {
        @Override
        public String next(int thread) {
            return String.format(Locale.ROOT, "fresh-%d-%d-%d", Own.PROCESS, since, count.incrementAndGet());
        }

        @Override
        public List<String> all(int threads) {
            return List.of();
        }

        @Override
        public boolean isFresh() {
            return true;
        }
    }

    record Hot(String name) implements Naming {
        @Override
        public String next(int thread) {
            return name;
        }

        @Override
        public List<String> all(int threads) {
            return List.of(name);
        }
    }

    /** These are there already. */
    record Among(int count) implements Naming {
        @Override
        public String next(int thread) {
            return "among-" + ThreadLocalRandom.current().nextInt(count);
        }

        @Override
        public List<String> all(int threads) {
            return List.of();
        }
    }
}

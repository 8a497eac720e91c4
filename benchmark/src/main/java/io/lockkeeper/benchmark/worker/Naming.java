package io.lockkeeper.benchmark.worker;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Which lock a thread takes next: {@code own} for one of its own, {@code turns:n} for n of its own in turn, {@code hot:name} for one of all, {@code among:n} for any of n. */
sealed interface Naming {

    String next(int thread);

    List<String> all(int threads);

    static Naming parse(String text) {
        String[] parts = text.split(":", 2);
        return switch (parts[0]) {
            case "own" -> new Own();
            case "turns" -> new Turns(Integer.parseInt(parts[1]), new ConcurrentHashMap<>());
            case "hot" -> new Hot(parts[1]);
            case "among" -> new Among(Integer.parseInt(parts[1]));
            default -> throw new IllegalArgumentException("Naming is own, turns:n, hot:name or among:n, not " + text);
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
            return "turns-%d-%d-%d".formatted(Own.PROCESS, thread, turn);
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

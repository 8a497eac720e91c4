package io.lockkeeper.benchmark.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Threads that do the same thing over and over for some time. What ends after that time is not counted. */
record Load(int threads, Duration time) {

    /** One operation of a thread. */
    interface Operation {
        void run(int thread) throws Exception;
    }

    Block of(Operation operation) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Callable<long[]>> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int thread = i;
            tasks.add(() -> {
                start.await();
                return durations(thread, operation);
            });
        }
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            List<long[]> durations = new ArrayList<>();
            for (Future<long[]> each : pool.invokeAll(tasks)) {
                durations.add(each.get());
            }
            return Block.of(time.toNanos(), durations);
        }
    }

    private long[] durations(int thread, Operation operation) throws Exception {
        LongStream.Builder durations = LongStream.builder();
        long end = System.nanoTime() + time.toNanos();
        long before = System.nanoTime();
        while (before < end) {
            operation.run(thread);
            long after = System.nanoTime();
            if (after < end) {
                durations.add(after - before);
            }
            before = after;
        }
        return durations.build().toArray();
    }
}

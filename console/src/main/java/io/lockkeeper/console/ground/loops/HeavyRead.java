package io.lockkeeper.console.ground.loops;

import io.lockkeeper.console.ground.refusal.TooLongException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/** One read in a thread of its own, which an interrupt ends: MongoDB's driver then gives up, and the server stops. */
final class HeavyRead<T> {

    private static final long LOOK_MILLIS = 200;

    private final CountDownLatch done = new CountDownLatch(1);
    private final Supplier<T> work;
    private final Runnable left;
    private volatile @Nullable T answer;
    private volatile @Nullable RuntimeException failure;

    private @Nullable Thread thread;

    /** @param left called when the work has ended, in any way */
    HeavyRead(Supplier<T> work, Runnable left) {
        this.work = work;
        this.left = left;
    }

    void start(@Nullable Authentication asker) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(asker);
        thread = Thread.ofPlatform()
                .name("heavy-read")
                .daemon()
                .start(new DelegatingSecurityContextRunnable(this::run, context));
    }

    /** An error is left to the thread's end: without memory, the process has to end. */
    private void run() {
        try {
            answer = work.get();
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            left.run();
            done.countDown();
        }
    }

    /** Waits for the answer; if the asker goes before, or it takes too long, the read ends. */
    T await(BooleanSupplier gone, Duration longest) {
        long began = System.nanoTime();
        try {
            while (!done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                if (gone.getAsBoolean()) {
                    throw ended("The client that asked for this is gone.");
                }
                if (System.nanoTime() - began > longest.toNanos()) {
                    throw ended("This took longer than %s s, so it was ended. Ask for less time, or name a lock."
                            .formatted(longest.toSeconds()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ended("The console stops.");
        }
        return answer();
    }

    private TooLongException ended(String why) {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
        return new TooLongException(why);
    }

    private T answer() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
        T known = answer;
        if (known == null) {
            throw new IllegalStateException("The read ended without an answer");
        }
        return known;
    }
}

package io.lockkeeper.simulation.machine;

import java.lang.reflect.Constructor;
import java.util.concurrent.Executor;

/** Virtual threads on an executor of one's own, by a constructor of the JDK that is not public. */
final class Threads {

    private static final Constructor<?> BUILDER = builder();

    private Threads() {}

    static Thread create(Executor executor, String name, Runnable action, Thread.UncaughtExceptionHandler failed) {
        try {
            return ((Thread.Builder.OfVirtual) BUILDER.newInstance(executor))
                    .name(name)
                    .uncaughtExceptionHandler(failed)
                    .unstarted(action);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Constructor<?> builder() {
        try {
            Constructor<?> builder = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            builder.setAccessible(true);
            return builder;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException(
                    "The simulation needs virtual threads on a scheduler of its own: start the JVM with"
                            + " --add-opens=java.base/java.lang=ALL-UNNAMED",
                    e);
        }
    }
}

package io.lockkeeper.console.ground.loops;

import org.springframework.context.SmartLifecycle;

/** A bean whose work a {@link Worker} repeats, from when the console has started until it stops. */
public interface RepeatedWork extends SmartLifecycle {

    /** The one that repeats it: always the same. */
    Worker worker();

    @Override
    default void start() {
        worker().start();
    }

    @Override
    default void stop() {
        worker().stop();
    }

    @Override
    default boolean isRunning() {
        return worker().isRunning();
    }
}

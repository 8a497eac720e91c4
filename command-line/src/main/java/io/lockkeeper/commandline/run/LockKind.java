package io.lockkeeper.commandline.run;

import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options for the kind of lock: exclusive unless one of these is given. All processes that use one name must use one kind. */
final class LockKind {

    @ArgGroup
    private @Nullable Choice choice;

    /** The three kinds, of which one may be chosen. */
    static final class Choice {
        @Option(
                names = "--shared",
                description =
                        "Hold the lock for reading: together with other --shared holders, never with a --write holder.")
        private boolean shared;

        @Option(
                names = "--write",
                description = "Hold a lock that has --shared readers for writing: no other holds it meanwhile.")
        private boolean write;

        @ArgGroup(exclusive = false)
        private @Nullable Semaphore semaphore;
    }

    /** The options of a semaphore, of which both are needed. */
    static final class Semaphore {
        @Option(names = "--permits", required = true, paramLabel = "N", description = "Hold N permits of a semaphore.")
        private int permits;

        @Option(
                names = "--capacity",
                required = true,
                paramLabel = "M",
                description = "How many permits the semaphore has: the same number wherever the name is used.")
        private int capacity;
    }

    /** @throws IllegalArgumentException if the name, a number or a duration breaks its rule */
    LockRequest request(String name, @Nullable Duration wait, @Nullable Duration maxHold) {
        LockRequest request = of(name);
        request = wait == null ? request : request.withLongestWait(wait);
        return maxHold == null ? request : request.withLongestHold(maxHold);
    }

    private LockRequest of(String name) {
        if (choice == null) {
            return LockRequest.of(name);
        }
        if (choice.semaphore != null) {
            return LockRequest.permits(name, choice.semaphore.permits, choice.semaphore.capacity);
        }
        if (choice.write) {
            return LockRequest.writing(name);
        }
        return choice.shared ? LockRequest.reading(name) : LockRequest.of(name);
    }
}

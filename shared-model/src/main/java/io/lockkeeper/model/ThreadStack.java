package io.lockkeeper.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The stack of the thread that acquired a lease, taken because the lease had been held for long. Names of
 * classes and methods, no data.
 *
 * @param at when it was attached, by the server's clock
 * @param state the thread's state, one of {@link Thread.State}; of a thread that has ended, {@code TERMINATED}
 * @param frames the innermost calls first, at most {@value #MAX_FRAMES}, each cut to {@value #MAX_FRAME_BYTES} bytes of UTF-8; none
 *     if the thread has ended
 */
public record ThreadStack(Instant at, String state, List<String> frames) {

    public static final int MAX_FRAMES = 40;
    public static final int MAX_FRAME_BYTES = 200;

    public ThreadStack {
        frames = List.copyOf(frames);
    }

    /** Frames as they may be stored; of a deeper stack the last one gives the number of calls that are left out. */
    public static List<String> fitted(StackTraceElement[] stack) {
        Stream<String> frames = Arrays.stream(stack).map(frame -> Texts.fitted(frame.toString(), MAX_FRAME_BYTES));
        if (stack.length <= MAX_FRAMES) {
            return frames.toList();
        }
        int left = stack.length - MAX_FRAMES + 1;
        return Stream.concat(
                        frames.limit(MAX_FRAMES - 1), Stream.of(String.format(Locale.ROOT, "… %,d more calls", left)))
                .toList();
    }

    public boolean hasEnded() {
        return state.equals(Thread.State.TERMINATED.name());
    }
}

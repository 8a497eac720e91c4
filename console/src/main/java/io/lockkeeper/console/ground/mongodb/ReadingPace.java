package io.lockkeeper.console.ground.mongodb;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Slows a reading down to an even number of changes a second, so that a server's other users do not feel it. Used by one thread. */
public final class ReadingPace {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** A shorter rest is taken together with the next. */
    private static final long SHORTEST_REST = TimeUnit.MILLISECONDS.toNanos(20);

    private final int mostASecond;
    private final LongSupplier ticker;
    private final Rest rest;
    private long began;
    private long read;

    /** The rest of a thread. */
    @FunctionalInterface
    public interface Rest {

        void nanos(long nanos) throws InterruptedException;
    }

    public ReadingPace(int mostASecond) {
        this(mostASecond, System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    ReadingPace(int mostASecond, LongSupplier ticker, Rest rest) {
        this.mostASecond = mostASecond;
        this.ticker = ticker;
        this.rest = rest;
        began = ticker.getAsLong();
    }

    /** Counts what was read, and rests for as long as that came too early. */
    public void read(int more) {
        read += more;
        long early = read * SECOND / mostASecond - (ticker.getAsLong() - began);
        if (early < 0) { // what was not used is not saved up
            began = ticker.getAsLong();
            read = 0;
        } else if (early > SHORTEST_REST) {
            try {
                rest.nanos(early);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

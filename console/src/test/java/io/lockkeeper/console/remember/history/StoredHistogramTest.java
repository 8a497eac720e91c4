package io.lockkeeper.console.remember.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;

/** Bytes in the place of a histogram that somebody has written by hand. */
class StoredHistogramTest {

    private static final long MOST_BYTES = 4 << 20;

    @Test
    void whatTheConsoleWritesIsReadAgain() {
        LengthTally tally = LengthTally.empty();
        tally.add(7);
        tally.add(Long.MAX_VALUE);
        Lengths stored = tally.lengths();
        assertThat(stored.decoded().getTotalCount()).isEqualTo(2);
        assertThat(LengthTally.of(stored).count()).isEqualTo(2);
        assertThat(LengthTally.empty().lengths().decoded().getTotalCount()).isZero();
    }

    @Test
    void aRangeOfHundredsOfMegabytesIsNotReserved() {
        byte[] wide = encoded(new Histogram(1, Long.MAX_VALUE, 5));
        assertThat(wide.length).isLessThan(1_000);
        assertIsNone(wide, 0);
    }

    @Test
    void anotherUnitOrShiftIsNone() {
        Histogram shifted = new Histogram(1_000, 1_000_000, 3);
        shifted.recordValue(5_000);
        assertIsNone(encoded(shifted), 1);
    }

    @Test
    void ofAnotherCountThanItSaysIsNone() {
        Histogram one = new Histogram(3);
        one.recordValue(5);
        assertIsNone(encoded(one), 1_000_000);
    }

    @Test
    void anyChangedByteIsReadOrIsNone() {
        LengthTally tally = LengthTally.empty();
        for (int i = 0; i < 1_000; i++) {
            tally.add(i * 37L);
        }
        byte[] sound = tally.lengths().histogram().getData();
        Random random = new Random(12);
        for (int i = 0; i < 3_000; i++) {
            byte[] changed = Arrays.copyOf(sound, 1 + random.nextInt(sound.length));
            changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            LengthTally into = LengthTally.empty();
            into.add(lengths(changed, 1_000));
            assertThat(into.count()).isIn(0L, 1_000L);
        }
    }

    private static void assertIsNone(byte[] bytes, long count) {
        Lengths stored = lengths(bytes, count);
        long before = allocated();
        Histogram decoded = stored.decoded();
        assertThat(allocated() - before).isLessThan(MOST_BYTES);
        assertThat(decoded.getTotalCount()).isZero();
        assertThat(decoded.getNumberOfSignificantValueDigits()).isEqualTo(3);
        assertThat(decoded.getLowestDiscernibleValue()).isEqualTo(1);
    }

    private static Lengths lengths(byte[] bytes, long count) {
        return new Lengths(count, 0, 0, 0, new Binary(bytes));
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Arrays.copyOf(bytes.array(), length);
    }
}

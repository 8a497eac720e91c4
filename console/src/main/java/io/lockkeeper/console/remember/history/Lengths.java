package io.lockkeeper.console.remember.history;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.bson.types.Binary;

/**
 * How long some leases were held, or waited, in milliseconds.
 *
 * @param count how many they are
 * @param p50 half were no longer
 * @param p95 95 of 100 were no longer
 * @param histogram all of them, so that several of these have common percentiles
 */
public record Lengths(long count, long p50, long p95, long max, Binary histogram) {

    static Lengths of(Histogram histogram, long max) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        byte[] encoded = new byte[length];
        bytes.get(0, encoded);
        return new Lengths(
                histogram.getTotalCount(),
                Math.min(max, histogram.getValueAtPercentile(50)),
                Math.min(max, histogram.getValueAtPercentile(95)),
                max,
                new Binary(encoded));
    }

    /** Text that was written by hand in its place is no histogram, and decodes to an empty one. */
    Histogram decoded() {
        return new StoredHistogram(histogram.getData())
                .decoded()
                .filter(known -> known.getTotalCount() == count)
                .orElseGet(LengthTally::none);
    }
}

package io.lockkeeper.console.remember.history;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * The compressed bytes of a histogram, as a document has them. Its head is judged before a histogram is made of it: bytes written by hand
 * could name a range for which hundreds of megabytes are reserved.
 */
final class StoredHistogram {

    /** Version 2, in words of nine bytes. */
    private static final int COOKIE = 0x1c849313;

    private static final int COMPRESSED_COOKIE = 0x1c849314;
    private static final int BEFORE_CONTENT = 8;
    private static final int HEAD = 40;
    /** Ten years in milliseconds, to a thousandth, fill 50,000 counts; each has nine bytes at most. */
    private static final int MOST_BYTES = 1 << 19;

    private final ByteBuffer bytes;

    StoredHistogram(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /** Empty if they are none that this console writes. */
    Optional<Histogram> decoded() {
        try {
            return isOurs()
                    ? Optional.of(Histogram.decodeFromCompressedByteBuffer(bytes.duplicate(), 0))
                    : Optional.empty();
        } catch (DataFormatException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private boolean isOurs() throws DataFormatException {
        if (bytes.remaining() <= BEFORE_CONTENT
                || bytes.remaining() > MOST_BYTES
                || bytes.getInt(0) != COMPRESSED_COOKIE
                || bytes.getInt(Integer.BYTES) != bytes.remaining() - BEFORE_CONTENT) {
            return false;
        }
        ByteBuffer head = head();
        int cookie = head.getInt();
        int payload = head.getInt();
        int shifted = head.getInt();
        int digits = head.getInt();
        long lowest = head.getLong();
        long highest = head.getLong();
        return cookie == COOKIE
                && payload >= 0
                && payload <= MOST_BYTES
                && shifted == 0
                && digits == LengthTally.DIGITS
                && lowest == 1
                && highest >= 2
                && highest <= 2 * LengthTally.LONGEST
                && head.getDouble() == 1;
    }

    private ByteBuffer head() throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes.array(), BEFORE_CONTENT, bytes.remaining() - BEFORE_CONTENT);
            byte[] head = new byte[HEAD];
            if (inflater.inflate(head) < HEAD) {
                throw new DataFormatException("The head is cut off");
            }
            return ByteBuffer.wrap(head);
        } finally {
            inflater.end();
        }
    }
}

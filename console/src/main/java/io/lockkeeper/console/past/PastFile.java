package io.lockkeeper.console.past;

import io.lockkeeper.console.history.LeaseRecord;
import java.io.IOException;
import java.io.Writer;

/** A kind of file that leases are written to, one after the other. */
interface PastFile {

    void begin(Writer out) throws IOException;

    void row(Writer out, LeaseRecord lease) throws IOException;

    /**
     * Ends the file.
     *
     * @param cut why there is no more, in a sentence; empty if that is all
     */
    void end(Writer out, String cut) throws IOException;
}

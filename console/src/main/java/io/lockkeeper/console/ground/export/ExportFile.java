package io.lockkeeper.console.ground.export;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A kind of file that rows are written to, one after the other. */
interface ExportFile {

    void begin(Writer out, Collection<String> columns) throws IOException;

    /** Takes the values in the order of the columns. */
    void row(Writer out, Map<String, @Nullable Object> fields) throws IOException;

    /**
     * Ends the file.
     *
     * @param cut why there is no more, in a sentence; empty if that is all
     */
    void end(Writer out, String cut) throws IOException;
}

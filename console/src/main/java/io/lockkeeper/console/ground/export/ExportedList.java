package io.lockkeeper.console.ground.export;

import com.vaadin.flow.router.QueryParameters;
import java.time.Instant;
import java.util.function.IntFunction;

/** A list of a page that is also given out as a file, to those who may open the page. */
public interface ExportedList {

    /** Its name in the address. */
    String name();

    /**
     * Reads what is asked for.
     *
     * @throws IllegalArgumentException if that makes no sense, in words for the user
     */
    Asked asked(QueryParameters parameters);

    /**
     * What is asked for.
     *
     * @param at the moment in the file's name
     * @param rows opens the content, of which so many rows are sent at most; throws as {@link #asked} does
     */
    record Asked(Instant at, IntFunction<Export> rows) {}
}

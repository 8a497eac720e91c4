package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ask.locks.ListColumn;
import java.util.stream.Stream;

/** The width of the list, which decides the columns that fit. Holder, time held and number of waiters always fit. */
enum ListWidth {
    /** Everything. */
    WIDEST(1_260),
    /** All but the token: the note matters more. */
    WIDE(1_052),
    /** Times without bars, too. */
    MIDDLE(940),
    /** A list without the time that is left: names come first. */
    SMALL(680),
    /** A list with two lines for each lock. */
    NARROW(0);

    private final int pixels;

    ListWidth(int pixels) {
        this.pixels = pixels;
    }

    /** The class of the list's own width. */
    static ListWidth of(int width) {
        return Stream.of(values()).filter(it -> width >= it.pixels).findFirst().orElse(NARROW);
    }

    /**
     * Whether the column is shown by default.
     *
     * @param jobs whether the list's documents show jobs
     */
    boolean shows(ListColumn column, boolean jobs) {
        return column.fits(pixels) && (column != ListColumn.JOB || jobs);
    }

    /** Beside jobs, only the widest list has room for them. */
    boolean showsBars(boolean jobs) {
        return this == WIDEST || (this == WIDE && !jobs);
    }
}

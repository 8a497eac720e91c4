package io.lockkeeper.console.face.locks;

/** The width of the list, which decides the columns that fit. Holder, time held and number of waiters always fit. */
enum ListWidth {
    /** Everything. */
    WIDEST,
    /** All but the token: the note matters more. */
    WIDE,
    /** Times without bars, too. */
    MIDDLE,
    /** A list without the time that is left: names come first. */
    SMALL,
    /** A list with two lines for each lock. */
    NARROW;

    private static final int WIDEST_PIXELS = 1_260;
    private static final int WIDE_PIXELS = 1_052;
    private static final int MIDDLE_PIXELS = 940;
    private static final int SMALL_PIXELS = 680;

    /** The class of the list's own width. */
    static ListWidth of(int width) {
        if (width >= WIDE_PIXELS) {
            return width >= WIDEST_PIXELS ? WIDEST : WIDE;
        }
        return width >= MIDDLE_PIXELS ? MIDDLE : width >= SMALL_PIXELS ? SMALL : NARROW;
    }

    /**
     * Whether the column is shown by default.
     *
     * @param jobs whether the list's documents show jobs
     */
    boolean shows(ListColumn column, boolean jobs) {
        return switch (column) {
            case HELD, WAITERS -> true;
            case STATE, HOLDER -> this != NARROW;
            case LEFT -> this == WIDEST || this == WIDE || this == MIDDLE;
            case TOKEN -> this == WIDEST;
            case JOB -> jobs && (this == WIDEST || this == WIDE);
            case HOST, GRANTED -> false;
        };
    }

    /** Beside jobs, only the widest list has room for them. */
    boolean showsBars(boolean jobs) {
        return this == WIDEST || (this == WIDE && !jobs);
    }
}

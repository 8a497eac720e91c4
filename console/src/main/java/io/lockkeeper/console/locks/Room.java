package io.lockkeeper.console.locks;

/** How much room the list has, and which columns fit. */
enum Room {
    /** Everything. */
    WIDE,
    /** An open lock stands beside the list. */
    BESIDE,
    /** One lock a pair of lines. */
    PHONE;

    private static final int PHONE_PIXELS = 760;
    private static final int BOTH_PIXELS = 1_800;

    static Room of(int windowWidth, boolean lockOpen) {
        if (windowWidth < PHONE_PIXELS) {
            return PHONE;
        }
        return lockOpen && windowWidth < BOTH_PIXELS ? BESIDE : WIDE;
    }

    boolean shows(LockOrder column) {
        return switch (column) {
            case NAME, LEFT -> true;
            case WAITERS -> true;
            case HELD -> this != PHONE;
            case HOLDER, TOKEN -> this == WIDE;
        };
    }
}

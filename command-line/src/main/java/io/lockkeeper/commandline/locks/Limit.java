package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import java.util.Locale;

/** The most rows of a list. */
final class Limit {

    private static final int MOST = 1_000_000;

    private Limit() {}

    /** @throws FailedException if it is out of its bounds */
    static int checked(int limit) {
        if (limit < 1 || limit > MOST) {
            throw new FailedException(
                    ExitCode.USAGE, String.format(Locale.ROOT, "--limit is %d; it must be from 1 to %d.", limit, MOST));
        }
        return limit;
    }
}

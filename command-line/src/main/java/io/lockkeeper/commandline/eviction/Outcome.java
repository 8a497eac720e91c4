package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.ExitCode;

/**
 * The outcome of a change.
 *
 * @param deed what was asked for
 * @param detail in a sentence; empty for none
 */
record Outcome(Deed deed, Result result, String detail) {

    /** The results, by their names in the audit. */
    enum Result {
        MARKED(
                "The lease is evicted. Its holder is notified, and the lock is free when it has stopped, or when the quarantine is over.",
                ExitCode.OK),
        ALREADY_MARKED("The lease was evicted before; nothing was changed.", ExitCode.NOT_SO),
        /** Done at once: the pause began, or ended. */
        ENDED("", ExitCode.OK),
        HOLDER_CHANGED(
                "Another lease holds the lock, or it is paused otherwise; nothing was changed.", ExitCode.NOT_SO),
        GONE("What it was about has ended; nothing was changed.", ExitCode.NOT_SO),
        REFUSED("MongoDB refused the change; nothing was changed.", ExitCode.UNAVAILABLE),
        NOT_CONFIRMED(
                "MongoDB did not confirm the change: it may have been made or not. Look with 'lockkeeper show'; the console's audit resolves it.",
                ExitCode.UNAVAILABLE);

        private final String words;
        private final int exitCode;

        Result(String words, int exitCode) {
            this.words = words;
            this.exitCode = exitCode;
        }

        String words() {
            return words;
        }

        int exitCode() {
            return exitCode;
        }
    }
}

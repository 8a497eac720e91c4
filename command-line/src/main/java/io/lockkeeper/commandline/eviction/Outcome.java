package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.ExitCode;

/**
 * What came of an eviction.
 *
 * @param detail in a sentence; empty for none
 * @param record the id of its record in the audit
 */
record Outcome(Result result, String detail, String record) {

    /** By the names that the audit has for them. */
    enum Result {
        MARKED(
                "The lease is evicted. Its holder is notified, and the lock is free when it has stopped, or when the quarantine is over.",
                ExitCode.OK),
        ALREADY_MARKED("The lease was evicted before; nothing was changed.", ExitCode.NOT_SO),
        HOLDER_CHANGED("Another lease holds the lock; nothing was changed.", ExitCode.NOT_SO),
        GONE("The lease has ended; nothing was changed.", ExitCode.NOT_SO),
        REFUSED("MongoDB refused the change; nothing was changed.", ExitCode.UNAVAILABLE),
        NOT_CONFIRMED(
                "MongoDB did not confirm the change: the lease may be evicted or not. Look with 'lockkeeper show'; the console's audit resolves it.",
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

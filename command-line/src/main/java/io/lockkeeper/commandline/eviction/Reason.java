package io.lockkeeper.commandline.eviction;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import java.nio.charset.StandardCharsets;

/** Why a lease is evicted, under the rules that the console has too. */
final class Reason {

    private static final int MAX_BYTES = 500;

    private Reason() {}

    /** @throws FailedException if it is empty, too long, or holds control characters */
    static String checked(String given) {
        String reason = given.strip();
        if (reason.isEmpty()) {
            throw new FailedException(ExitCode.USAGE, "The reason is empty: the audit and the holder need one.");
        }
        if (reason.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new FailedException(ExitCode.USAGE, "The reason is longer than %d bytes.".formatted(MAX_BYTES));
        }
        if (!Plain.text(reason).equals(reason)) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The reason contains control characters; services log it, so only plain text is accepted.");
        }
        return reason;
    }
}

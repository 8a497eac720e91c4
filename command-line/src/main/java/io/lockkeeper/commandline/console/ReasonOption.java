package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The option for an operator's reason, under the rules that the console has too. */
public final class ReasonOption {

    private static final int MAX_BYTES = 500;

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description = "Why: kept in the audit, and shown to those affected.")
    private String given = "";

    /**
     * The reason.
     *
     * @throws FailedException if it is empty, too long, or holds control characters
     */
    public String text() {
        String reason = given.strip();
        if (reason.isEmpty()) {
            throw new FailedException(ExitCode.USAGE, "The reason is empty: the audit and those affected need one.");
        }
        if (reason.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new FailedException(
                    ExitCode.USAGE, String.format(Locale.ROOT, "The reason is longer than %d bytes.", MAX_BYTES));
        }
        if (!Plain.text(reason).equals(reason)) {
            throw new FailedException(
                    ExitCode.USAGE,
                    "The reason contains control characters; services log it, so only plain text is accepted.");
        }
        return reason;
    }
}

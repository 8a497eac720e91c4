package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.FailedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Locks of another library instead of Lockkeeper's own: only a console can read them. */
public final class SourceOption {

    @Option(
            names = "--source",
            paramLabel = "ID",
            description =
                    "Use another library's locks: those of this source, as 'lockkeeper sources' lists it. Goes through the console, with your API token.")
    private @Nullable String source;

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    public boolean isGiven() {
        return source != null;
    }

    /** Follows the locks of which the text is a part, until it is closed. */
    public SourceWatch watch(String contained) {
        return new SourceWatch(connection.open(), String.valueOf(source), contained);
    }

    /** The console, whether or not a source is given. */
    ConsoleClient console() {
        return connection.open();
    }

    /**
     * The locks of the source.
     *
     * @throws FailedException if there is no such source
     */
    public SourceLocks open() {
        ConsoleClient console = connection.open();
        try {
            return SourceLocks.of(console, String.valueOf(source));
        } catch (RuntimeException e) {
            console.close();
            throw e;
        }
    }
}

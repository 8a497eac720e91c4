package io.lockkeeper.commandline.console;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Locks of another library instead of Lockkeeper's own: only a console can read them. */
public final class SourceOption {

    @Option(
            names = "--source",
            paramLabel = "ID",
            description =
                    "Locks of another library instead: those of this source, as 'lockkeeper sources' lists it. Asks the console, with your API token.")
    private @Nullable String source;

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    public boolean isGiven() {
        return source != null;
    }

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

package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.FailedException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option {@code --source}: the locks of a source instead of the usual ones; only a console can read them. */
public final class SourceOption {

    @Option(
            names = "--source",
            paramLabel = "ID",
            description =
                    "Use the locks of this source, as 'lockkeeper sources' lists it. Goes through the console, with your API token.")
    private @Nullable String source;

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    public boolean isGiven() {
        return source != null;
    }

    /** The source's id; empty if none is given. */
    String id() {
        return Objects.requireNonNullElse(source, "");
    }

    /** Follows the locks in use with the text in their name or a holder, also while the console does not answer, until it is closed. */
    public SourceWatch watch(String contained) {
        return new SourceWatch(connection.open(), id(), contained);
    }

    /** A lock at the console, in the source if one is given. */
    ConsoleLock lock(String name) {
        return isGiven() ? open().at(name) : ConsoleLock.first(connection.open(), name);
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
    public ConsoleSource open() {
        ConsoleClient console = connection.open();
        try {
            return ConsoleSource.of(console, String.valueOf(source));
        } catch (RuntimeException e) {
            console.close();
            throw e;
        }
    }
}

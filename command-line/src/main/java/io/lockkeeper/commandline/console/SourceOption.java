package io.lockkeeper.commandline.console;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The option {@code --source}: the locks of a source at a console. */
public final class SourceOption {

    @Option(
            names = "--source",
            paramLabel = "ID",
            description =
                    "Use the locks of this source, as 'lockkeeper sources' lists it; - is the console's first collection. Goes through the console, with your API token.")
    private @Nullable String source;

    @Mixin
    private ConsoleConnection connection = new ConsoleConnection();

    public boolean isGiven() {
        return source != null;
    }

    /** The source's id; that of the console's first collection if none is given. */
    String id() {
        return Objects.requireNonNullElse(source, "-");
    }

    /** Follows the locks in use that the search finds, also while the console does not answer, until it is closed. */
    public SourceWatch watch(String search) {
        return new SourceWatch(connection.open(), id(), search);
    }

    /** A lock at the console. */
    ConsoleLock lock(String name) {
        return open().at(name);
    }

    /** The console, whether or not a source is given. */
    ConsoleClient console() {
        return connection.open();
    }

    /** The locks of the source. */
    public ConsoleSource open() {
        return new ConsoleSource(connection.open(), id());
    }
}

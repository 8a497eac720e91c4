package io.lockkeeper.commandline.locks;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which locks are listed, and how many. */
final class Selection {

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            defaultValue = "",
            description =
                    "List only locks whose name contains TEXT; with --source, those that the console's search finds by it.")
    private String name = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Print at most N locks. Default: 100 for list, for watch 40, in a terminal as many as fit.")
    private @Nullable Integer limit;

    String name() {
        return name;
    }

    /** How many are asked for, or {@code otherwise}. */
    int limit(int otherwise) {
        return limit == null ? otherwise : Limit.checked(limit);
    }
}

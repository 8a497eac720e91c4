package io.lockkeeper.commandline.locks;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which locks are listed, and how many. */
final class Selection {

    @Option(
            names = "--name",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Only locks whose name contains the text; with --source, whose name or holder does.")
    private String name = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many locks: 100 in a list, 40 while you watch.")
    private @Nullable Integer limit;

    String name() {
        return name;
    }

    /** How many are asked for, or this many. */
    int limit(int otherwise) {
        return limit == null ? otherwise : Limit.checked(limit);
    }
}

package io.lockkeeper.commandline.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that this process was started in, if any. */
final class Terminal {

    /** The fields after the command's name, which is in parentheses: state, parent, group, session, terminal, its group. */
    private static final int GROUP = 2;

    private static final int GROUP_OF_TERMINAL = 5;

    private Terminal() {}

    /** Whether its keyboard's signals reach this process and its children. False where that is unknown, on other systems than Linux. */
    static boolean isInForeground() {
        try {
            String all = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = all.substring(all.lastIndexOf(')') + 2).split(" ", -1);
            return fields[GROUP].equals(fields[GROUP_OF_TERMINAL]);
        } catch (IOException notLinux) {
            return false;
        }
    }
}

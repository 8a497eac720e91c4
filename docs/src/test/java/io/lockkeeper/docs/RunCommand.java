package io.lockkeeper.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A line of the list of commands: what runs it, and the command, with {@code *} for any words. */
record RunCommand(String runner, String command) {

    private static final String LAUNCHER = "./lockkeeper ";

    static List<RunCommand> read(Path list) {
        try {
            return Files.readAllLines(list).stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(": ", 2))
                    .map(parts -> new RunCommand(parts[0], parts[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean covers(String shown) {
        return shown.matches(
                Arrays.stream(command.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    boolean isOfTheLauncher() {
        return command.startsWith(LAUNCHER);
    }

    boolean isOf(String commandOfTheLauncher) {
        return (command + " ").startsWith(LAUNCHER + commandOfTheLauncher + " ");
    }

    /** By which it is recognized where it runs: the launcher's command, or Maven's goal. */
    String word() {
        return isOfTheLauncher() ? command.substring(LAUNCHER.length()).split(" ", -1)[0] : command;
    }
}

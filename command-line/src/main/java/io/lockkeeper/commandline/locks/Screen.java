package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Output;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The output of {@code watch}. */
sealed interface Screen permits TerminalScreen, Screen.Lines, Screen.JsonLines {

    void show(Reading found);

    /** How many locks it has room for. */
    default int room() {
        return 40;
    }

    /** Shows that nothing could be read, so that what is shown is old. */
    void disconnected(String why);

    static Screen on(Output output) {
        if (output.isJson()) {
            return new JsonLines(output);
        }
        return isTerminal() ? TerminalScreen.open(output) : new Lines(output);
    }

    /** Whether the output is a terminal: Java's own answer differs from version to version; every system has this command. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("test", "-t", "1").inheritIO().start().waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Output for a log: the list whenever it differs in more than its times. */
    final class Lines implements Screen {
        private final Output output;
        private List<String> last = List.of();
        private boolean disconnected;

        Lines(Output output) {
            this.output = output;
        }

        @Override
        public void show(Reading found) {
            List<String> state = found.entries().stream().map(Screen::known).toList();
            if (disconnected || !state.equals(last)) {
                output.print(found.entries().isEmpty() ? List.of("No lock is in use.") : found.table());
            }
            disconnected = false;
            last = state;
        }

        @Override
        public void disconnected(String why) {
            if (!disconnected) {
                output.tell(why);
            }
            disconnected = true;
        }
    }

    /** Output for a program: each lock that changed, also when it becomes free. */
    final class JsonLines implements Screen {
        private final Output output;
        private List<Reading.Entry> last = List.of();
        private boolean disconnected;

        JsonLines(Output output) {
            this.output = output;
        }

        @Override
        public void show(Reading found) {
            Set<String> before = last.stream().map(Screen::known).collect(Collectors.toSet());
            Set<String> names =
                    found.entries().stream().map(Reading.Entry::name).collect(Collectors.toSet());
            found.entries().stream()
                    .filter(lock -> !before.contains(known(lock)))
                    .forEach(lock -> output.print(lock.json()));
            last.stream().filter(lock -> !names.contains(lock.name())).forEach(lock -> output.print(lock.free()));
            last = found.entries();
            disconnected = false;
        }

        @Override
        public void disconnected(String why) {
            if (!disconnected) {
                output.tell(why);
            }
            disconnected = true;
        }
    }

    private static String known(Reading.Entry lock) {
        return lock.name() + " " + lock.state();
    }
}

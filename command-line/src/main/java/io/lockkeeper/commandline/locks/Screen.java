package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@code watch} draws. */
sealed interface Screen {

    void show(Reading found);

    /** Nothing was read: what stands there is old. */
    void disconnected(String why);

    static Screen on(Output output) {
        if (output.isJson()) {
            return new JsonLines(output);
        }
        return isTerminal() ? new Terminal(output) : new Lines(output);
    }

    /** Of what Java tells, each version tells something else; every system has this. */
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

    /** Redrawn in place each time. */
    final class Terminal implements Screen {
        private static final String FROM_THE_TOP = "\033[H\033[2J";

        private final Output output;
        private List<String> last = List.of();
        private long readAt = System.nanoTime();

        Terminal(Output output) {
            this.output = output;
        }

        @Override
        public void show(Reading found) {
            readAt = System.nanoTime();
            last = found.table();
            draw(found.headline());
        }

        @Override
        public void disconnected(String why) {
            Duration age = Duration.ofNanos(System.nanoTime() - readAt);
            draw("DISCONNECTED: this is %s old. %s".formatted(Plain.duration(age), why));
        }

        private void draw(String headline) {
            List<String> lines = new ArrayList<>(List.of(FROM_THE_TOP + "lockkeeper  " + headline, ""));
            lines.addAll(last);
            output.print(String.join(System.lineSeparator(), lines));
        }
    }

    /** For a log: the list whenever it differs in more than its times. */
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

    /** For a program: each lock that changed, also when it is free again. */
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

package io.lockkeeper.commandline.locks;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Trouble;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@code watch} draws. */
sealed interface Screen {

    void show(LockReader.Found found);

    /** Nothing was read: what stands there is old. */
    void disconnected(MongoException cause);

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
        public void show(LockReader.Found found) {
            readAt = System.nanoTime();
            last = LockTexts.table(found.locks());
            draw("live: %d locks in use%s".formatted(found.locks().size(), found.more() ? " and more" : ""));
        }

        @Override
        public void disconnected(MongoException cause) {
            Duration age = Duration.ofNanos(System.nanoTime() - readAt);
            draw("DISCONNECTED: this is %s old. %s".formatted(Plain.duration(age), Trouble.of(cause)));
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
        public void show(LockReader.Found found) {
            List<String> state = found.locks().stream().map(Screen::state).toList();
            if (disconnected || !state.equals(last)) {
                output.print(found.locks().isEmpty() ? List.of("No lock is in use.") : LockTexts.table(found.locks()));
            }
            disconnected = false;
            last = state;
        }

        @Override
        public void disconnected(MongoException cause) {
            if (!disconnected) {
                output.tell(Trouble.of(cause));
            }
            disconnected = true;
        }
    }

    /** For a program: each lock that changed, also when it is free again. */
    final class JsonLines implements Screen {
        private final Output output;
        private List<LockEntry> last = List.of();

        JsonLines(Output output) {
            this.output = output;
        }

        @Override
        public void show(LockReader.Found found) {
            Set<String> before = last.stream().map(Screen::state).collect(Collectors.toSet());
            Set<String> names = found.locks().stream().map(LockEntry::name).collect(Collectors.toSet());
            found.locks().stream()
                    .filter(lock -> !before.contains(state(lock)))
                    .forEach(lock -> output.print(LockJson.of(lock)));
            last.stream()
                    .filter(lock -> !names.contains(lock.name()))
                    .forEach(lock -> output.print(LockJson.free(lock.name())));
            last = found.locks();
        }

        @Override
        public void disconnected(MongoException cause) {
            output.tell(Trouble.of(cause));
        }
    }

    /** Who holds and how many wait: what does not change by time alone. */
    private static String state(LockEntry entry) {
        return switch (entry) {
            case LockEntry.Damaged damaged -> damaged.toString();
            case LockEntry.Sound lock ->
                lock.name()
                        + lock.holders().stream()
                                .map(holder -> " " + holder.token() + (holder.evicted() == null ? "" : "!"))
                                .toList()
                        + lock.snapshot().lock().waiting();
        };
    }
}

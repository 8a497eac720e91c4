package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Redrawn in place each time, on the terminal's alternate screen, so that the earlier content returns at the end. Nothing is longer or
 * wider than the terminal, which would otherwise scroll and misplace the next drawing.
 */
final class TerminalScreen implements Screen {

    private static final String ENTER = "\033[?1049h\033[?25l\033[?7l";
    private static final String LEAVE = "\033[?7h\033[?25h\033[?1049l";
    private static final String TO_THE_TOP = "\033[H";
    private static final String CLEAR_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";
    /** The headline, the empty line below it, the heading, and the line below all, where the cursor stands. */
    private static final int LINES_BESIDE_LOCKS = 4;

    private final Output output;
    private List<String> last = List.of();
    private long readAt = System.nanoTime();
    private boolean left;

    private TerminalScreen(Output output) {
        this.output = output;
    }

    /** Switches to the alternate screen until this process ends, by a signal or otherwise. */
    static TerminalScreen open(Output output) {
        TerminalScreen screen = new TerminalScreen(output);
        Runtime.getRuntime().addShutdownHook(new Thread(screen::leave, "lockkeeper-screen"));
        output.write(ENTER);
        return screen;
    }

    @Override
    public int room() {
        return Math.max(1, TerminalSize.now().rows() - LINES_BESIDE_LOCKS);
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

    /** Returns to the main screen, on which nothing more is drawn. */
    private synchronized void leave() {
        left = true;
        output.write(LEAVE);
    }

    private void draw(String headline) {
        List<String> lines = new ArrayList<>(List.of("lockkeeper  " + headline, ""));
        lines.addAll(last);
        write(text(lines, TerminalSize.now()));
    }

    private synchronized void write(String text) {
        if (!left) {
            output.write(text);
        }
    }

    /** The whole screen as one text, so that it is never seen half drawn. */
    static String text(List<String> lines, TerminalSize size) {
        int room = Math.max(1, size.rows() - 1);
        StringBuilder text = new StringBuilder(TO_THE_TOP);
        for (String line : lines.subList(0, Math.min(room, lines.size()))) {
            text.append(size.fit(line)).append(CLEAR_LINE).append(System.lineSeparator());
        }
        return text.append(CLEAR_BELOW).toString();
    }
}

package io.lockkeeper.commandline.locks;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The size of the terminal, read each time, because its window may have been resized. */
record TerminalSize(int rows, int columns) {

    private static final TerminalSize USUAL = new TerminalSize(24, 80);
    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,3}) ([1-9]\\d{0,3})\\s*");

    static TerminalSize now() {
        return asked().or(() -> parse(System.getenv("LINES") + " " + System.getenv("COLUMNS")))
                .orElse(USUAL);
    }

    /** The size from {@code stty size}, because Java has no method for it. */
    private static Optional<TerminalSize> asked() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException noSuchCommand) {
            return Optional.empty();
        }
    }

    /** Parses rows and columns; empty also for the zeros of a terminal of unknown size. */
    static Optional<TerminalSize> parse(String text) {
        Matcher size = SIZE.matcher(text);
        return size.matches()
                ? Optional.of(new TerminalSize(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2))))
                : Optional.empty();
    }

    /** The line, or as much of it as there is room for. */
    String fit(String line) {
        return line.codePointCount(0, line.length()) <= columns
                ? line
                : line.substring(0, line.offsetByCodePoints(0, columns - 1)) + "…";
    }
}

package io.lockkeeper.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A command in a shell block of a page, as a reader types it: without prompt, comment and line breaks. */
record ShownCommand(Path page, int line, String command) {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w*)\n(.*?)^ *```$");
    private static final List<String> SHELLS = List.of("", "sh", "bash");
    private static final String PROMPT = "$ ";
    private static final Pattern COMMENT = Pattern.compile("(^|\\s+)# .*");
    /** Sets a variable, and runs nothing. */
    private static final Pattern SETTING = Pattern.compile("(export )?[A-Z][A-Z0-9_]*=('[^']*'|\\S*)");

    static List<ShownCommand> of(Path page) {
        try {
            String text = Files.readString(page);
            return BLOCK.matcher(text)
                    .results()
                    .filter(block -> SHELLS.contains(block.group(1)))
                    .flatMap(block -> of(page, lineOf(text, block), block.group(2)))
                    .filter(each -> !each.command.isEmpty()
                            && !SETTING.matcher(each.command).matches())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lineOf(String text, MatchResult block) {
        return 1 + (int) text.substring(0, block.start(2)).lines().count();
    }

    /** Where a block has a prompt, the rest is what the command prints. */
    private static Stream<ShownCommand> of(Path page, int first, String block) {
        List<String> lines = block.lines().toList();
        boolean prompted = block.startsWith(PROMPT);
        List<ShownCommand> commands = new ArrayList<>();
        String typed = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.endsWith("\\")) {
                typed += line.substring(0, line.length() - 1);
                continue;
            }
            typed += line;
            if (!prompted || typed.startsWith(PROMPT)) {
                String command = COMMENT.matcher(prompted ? typed.substring(PROMPT.length()) : typed)
                        .replaceAll("");
                commands.add(new ShownCommand(page, first + i, command.strip().replaceAll("\\s+", " ")));
            }
            typed = "";
        }
        return commands.stream();
    }

    @Override
    public String toString() {
        return page.getParent().getFileName().resolve(page.getFileName()) + ":" + line + ": " + command;
    }
}

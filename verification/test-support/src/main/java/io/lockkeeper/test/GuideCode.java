package io.lockkeeper.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether the Java that a guide shows is code that is run somewhere. That it compiles is tested of all pages, in {@code docs}. */
public final class GuideCode {

    private static final Pattern COMMENT = Pattern.compile("\\s*//.*");

    private GuideCode() {}

    /** The lines of the guide's Java that stand in none of the sources. What is left out there ({@code …}) is not looked for. */
    public static List<String> standingNowhere(Path guide, Path... sources) throws IOException {
        Set<String> run = new HashSet<>();
        for (Path source : sources) {
            run.addAll(code(Files.readString(source)));
        }
        return CodeBlock.ofPage(guide, "java").stream()
                .flatMap(block -> code(block.text()).stream())
                .filter(line -> !line.contains("…") && !line.startsWith("import ") && !run.contains(line))
                .toList();
    }

    private static List<String> code(String text) {
        return Arrays.stream(text.split("\n"))
                .map(line -> COMMENT.matcher(line).replaceAll("").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }
}

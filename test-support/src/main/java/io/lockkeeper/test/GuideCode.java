package io.lockkeeper.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether the Java that a guide shows is code that is compiled, and run, somewhere. */
public final class GuideCode {

    private static final Pattern JAVA = Pattern.compile("^```java\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern COMMENT = Pattern.compile("\\s*//.*");

    private GuideCode() {}

    /** The lines of the guide's Java that stand in none of the sources. What is left out there ({@code …}) is not looked for. */
    public static List<String> standingNowhere(Path guide, Path... sources) throws IOException {
        Set<String> compiled = new HashSet<>();
        for (Path source : sources) {
            compiled.addAll(code(Files.readString(source)));
        }
        List<String> missing = new ArrayList<>();
        Matcher java = JAVA.matcher(Files.readString(guide));
        while (java.find()) {
            code(java.group(1)).stream()
                    .filter(line -> !line.contains("…") && !compiled.contains(line))
                    .forEach(missing::add);
        }
        return missing;
    }

    private static List<String> code(String text) {
        return Arrays.stream(text.split("\n"))
                .map(line -> COMMENT.matcher(line).replaceAll("").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }
}

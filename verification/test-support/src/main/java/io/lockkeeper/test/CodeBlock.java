package io.lockkeeper.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a page or a comment shows as code.
 *
 * @param file where it stands
 * @param line of its beginning there
 * @param text without what surrounds it
 */
public record CodeBlock(Path file, int line, String text) {

    private static final Pattern JAVADOC =
            Pattern.compile("<pre>\\{@code\\s*?\n(.*?)\n \\* }</pre>", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern COMMENTED = Pattern.compile("^ \\* ?", Pattern.MULTILINE);

    /** Those of a page in Markdown, in that language. */
    public static List<CodeBlock> ofPage(Path page, String language) {
        return find(
                page,
                Pattern.compile("^```" + language + "\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE),
                text -> text);
    }

    /** Those that a class comment shows over several lines, which are Java for the most part. */
    public static List<CodeBlock> ofJavadoc(Path source) {
        return find(
                source, JAVADOC, text -> COMMENTED.matcher(text).replaceAll("").replace("&#64;", "@"));
    }

    /** The text block that a constant of that name is given. */
    public static List<CodeBlock> ofConstant(Path source, String name) {
        return find(source, Pattern.compile(name + " = \"\"\"\n(.*?)\"\"\"", Pattern.DOTALL), String::stripIndent);
    }

    private static List<CodeBlock> find(Path file, Pattern pattern, Function<String, String> text) {
        try {
            String whole = Files.readString(file);
            return pattern.matcher(whole)
                    .results()
                    .map(found -> new CodeBlock(file, line(whole, found), text.apply(found.group(1))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int line(String whole, MatchResult found) {
        return 1 + (int) whole.substring(0, found.start(1)).lines().count();
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}

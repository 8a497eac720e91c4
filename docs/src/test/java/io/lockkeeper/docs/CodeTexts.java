package io.lockkeeper.docs;

import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What people read of a source file, in its lines: the rest of each line is left out. */
final class CodeTexts {

    private static final Pattern TOKEN =
            Pattern.compile("\"\"\"[\\s\\S]*?\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\""
                    + "|/\\*[\\s\\S]*?\\*/|//[^\n]*|'(?:\\\\.|[^'\\\\])+'|[^\"/'\n]+|.");

    private CodeTexts() {}

    /** Its texts: what it says on pages, in logs and in errors. */
    static String literalsOf(String source) {
        return only(source, token -> token.startsWith("\""));
    }

    /** Its comments, Javadoc and others. */
    static String commentsOf(String source) {
        return only(source, token -> token.startsWith("/*") || token.startsWith("//"));
    }

    private static String only(String source, Predicate<String> wanted) {
        return TOKEN.matcher(source)
                .replaceAll(token -> wanted.test(token.group())
                        ? Matcher.quoteReplacement(token.group())
                        : token.group().replaceAll("[^\n]", ""));
    }
}

package io.lockkeeper.docs;

import com.sun.source.util.JavacTask;
import io.lockkeeper.test.CodeBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles what a reader would copy: a whole file, statements of a method, or members of a class, whichever fits. What a snippet takes for
 * granted is given by {@link Given}; what it imports, it has to say.
 */
final class SnippetCompiler {

    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
    /** One for all snippets: it opens the jars of the class path once. */
    private static final StandardJavaFileManager FILES = JAVAC.getStandardFileManager(null, null, null);

    private static final Pattern IMPORT = Pattern.compile("^import .*;\\R?", Pattern.MULTILINE);
    private static final Pattern PACKAGE = Pattern.compile("^package .*;\\R?", Pattern.MULTILINE);
    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("^public (?:final )?(?:class|record|interface) (\\w+)", Pattern.MULTILINE);
    private static final Pattern TYPE_LEFT_OUT = Pattern.compile("(class \\w+ )\\{ … }");
    private static final Pattern LEFT_OUT = Pattern.compile("\\{ … }");

    private final Path classes;

    SnippetCompiler(Path classes) {
        this.classes = classes;
    }

    /** What the compiler has against it, read in the way in which it likes it best. */
    List<String> errors(CodeBlock block) {
        return errors(block, "");
    }

    /** As {@link #errors(CodeBlock)}, for code that may use these imports beside its own. */
    List<String> errors(CodeBlock block, String imports) {
        String text = whole(block.text());
        List<String> readings = PACKAGE.matcher(text).find() ? List.of(text) : readings(text, imports);
        List<String> wellFormed = readings.stream().filter(this::parses).toList();
        return (wellFormed.isEmpty() ? readings : wellFormed)
                .stream().map(this::compile).min(Comparator.comparingInt(List::size)).orElseThrow().stream()
                        .map(error -> block + ": " + error)
                        .toList();
    }

    /** What is left out is nothing special. */
    private static String whole(String text) {
        String types = TYPE_LEFT_OUT.matcher(text).replaceAll("$1{ }");
        return LEFT_OUT.matcher(types).replaceAll("{ throw new UnsupportedOperationException(); }");
    }

    private static List<String> readings(String text, String imports) {
        String head = "package io.lockkeeper.docs;\n" + found(IMPORT, text) + imports;
        String body = IMPORT.matcher(text).replaceAll("");
        return List.of(
                head + "abstract class Snippet extends Given { void run() {\n" + body + "\n} }",
                head + "abstract class Snippet extends Given {\n" + body + "\n}");
    }

    private boolean parses(String source) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try {
            var unused = task(source, found).parse();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.getDiagnostics().isEmpty();
    }

    private List<String> compile(String source) {
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        boolean compiled = task(source, found).call();
        List<String> errors = found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .map(each -> line(source, each.getLineNumber()) + ": " + each.getMessage(Locale.ENGLISH))
                .toList();
        return compiled || !errors.isEmpty() ? errors : List.of("not compiled: " + found.getDiagnostics());
    }

    private JavacTask task(String source, DiagnosticCollector<JavaFileObject> found) {
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "--release",
                "21",
                "-parameters",
                "-proc:none",
                "-Xlint:none");
        return (JavacTask) JAVAC.getTask(null, FILES, found, options, null, List.of(new Source(source)));
    }

    private static String line(String source, long number) {
        return source.lines()
                .skip(Math.max(0, number - 1))
                .findFirst()
                .orElse("")
                .strip();
    }

    private static String found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(each -> each.group().strip() + "\n")
                .collect(Collectors.joining());
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///" + name(text) + ".java"), Kind.SOURCE);
            this.text = text;
        }

        private static String name(String text) {
            Matcher type = PUBLIC_TYPE.matcher(text);
            return type.find() ? type.group(1) : "Snippet";
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

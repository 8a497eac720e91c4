package io.lockkeeper.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The size of a source tree in figures, each by the name that {@code house.properties} gives it. */
final class House {

    private static final List<String> MODULES = List.of(
            "shared-model",
            "agent",
            "agent-spring-boot-starter",
            "adapters",
            "desktop",
            "command-line",
            "host-agent",
            "verification");
    private static final List<String> WINGS =
            List.of("ground", "people", "watch", "remember", "act", "judge", "ask", "face", "api", "facets");
    private static final String CONSOLE = "console/src/main/java/io/lockkeeper/console";
    private static final int LONG_CONSTRUCTOR = 8;
    private static final int LONG_RECORD = 12;
    private static final int LONG_FILE = 250;
    private static final Set<String> NOT_OURS = Set.of("dist", "target", "node_modules");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern STORED = Pattern.compile("@Document\\(\"(\\w+)\"\\)|COLLECTION = \"(\\w+)\"");
    private static final Pattern SETTING = Pattern.compile("(?m)^\\| `(LOCKKEEPER_[A-Z_]+)");
    private static final Pattern OPERATION = Pattern.compile("\"operationId\"");
    private static final Pattern RECORD = Pattern.compile("\\brecord\\s+\\w+\\s*(?:<[^>]*>)?\\(");

    private final Path root;
    private final List<Path> all;

    /** The tree as it is now, without what is built or hidden. */
    House(Path root) {
        this.root = root;
        this.all = files(root).sorted().toList();
    }

    Map<String, Integer> figures() {
        Map<String, Integer> figures = new LinkedHashMap<>();
        MODULES.forEach(module -> putJava(figures, module, root.resolve(module), "/src/main/"));
        WINGS.forEach(wing ->
                putJava(figures, "console." + wing, root.resolve(CONSOLE).resolve(wing), ""));
        putJava(figures, "console.tests", root, "/src/test/java/io/lockkeeper/console/");
        List<Path> shipped = java(root, "/src/main/").stream()
                .filter(file -> !at(file).startsWith("verification/") && !at(file).startsWith("examples/"))
                .toList();
        figures.put("console.collections", collections(shipped));
        figures.put("console.operations", count(OPERATION, root.resolve("console/src/main/resources/openapi/v1.json")));
        figures.put("console.settings", settings().size());
        figures.put("constructors.of.8", sum(shipped, House::longConstructors));
        figures.put("records.of.12", sum(shipped, House::longRecords));
        figures.put("files.over.250", sum(shipped, file -> lines(file) > LONG_FILE ? 1 : 0));
        figures.put("docs.decisions", pages("docs/maintainers/decisions").size());
        figures.put("docs.maintainers.words", sum(pages("docs/maintainers"), House::words));
        figures.put("docs.changelog.words", words(root.resolve("CHANGELOG.md")));
        figures.put("docs.words", sum(pages(""), House::words));
        return figures;
    }

    private void putJava(Map<String, Integer> figures, String name, Path folder, String within) {
        List<Path> files = java(folder, within);
        if (!files.isEmpty()) {
            figures.put(name + ".lines", sum(files, House::lines));
            figures.put(name + ".files", files.size());
        }
    }

    private int collections(List<Path> shipped) {
        TreeSet<String> names = new TreeSet<>();
        shipped.stream()
                .filter(file -> at(file).startsWith("console/"))
                .flatMap(file -> STORED.matcher(read(file)).results().toList().stream())
                .forEach(name -> names.add(name.group(1) == null ? name.group(2) : name.group(1)));
        return names.size();
    }

    private Set<String> settings() {
        return pages("docs/reference").stream()
                .flatMap(page -> SETTING.matcher(read(page)).results().toList().stream())
                .map(setting -> setting.group(1))
                .collect(Collectors.toSet());
    }

    private static int longConstructors(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        Pattern constructor = Pattern.compile("(?m)^    (?:public |private |protected )?" + name + "\\(");
        return lists(constructor, LONG_CONSTRUCTOR, file);
    }

    private static int longRecords(Path file) {
        return lists(RECORD, LONG_RECORD, file);
    }

    /** How many lists of parameters, each of which begins where the pattern ends, have that many or more. */
    private static int lists(Pattern before, int least, Path file) {
        String code = COMMENT.matcher(read(file)).replaceAll("");
        return (int) before.matcher(code)
                .results()
                .map(MatchResult::end)
                .filter(start -> parameters(code, start) >= least)
                .count();
    }

    private static int parameters(String code, int start) {
        int depth = 1;
        int commas = 0;
        boolean any = false;
        for (int i = start; depth > 0 && i < code.length(); i++) {
            char c = code.charAt(i);
            depth += "(<[".indexOf(c) >= 0 ? 1 : ")>]".indexOf(c) >= 0 ? -1 : 0;
            commas += c == ',' && depth == 1 ? 1 : 0;
            any |= depth > 0 && !Character.isWhitespace(c);
        }
        return any ? commas + 1 : 0;
    }

    private List<Path> java(Path folder, String within) {
        return files(folder, ".java").stream()
                .filter(file -> ("/" + at(file)).contains(within))
                .toList();
    }

    private List<Path> pages(String folder) {
        return files(root.resolve(folder), ".md");
    }

    private String at(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    private List<Path> files(Path folder, String ending) {
        return all.stream()
                .filter(file -> file.startsWith(folder) && file.toString().endsWith(ending))
                .toList();
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> within = Files.list(folder)) {
            return within.toList().stream()
                    .filter(each -> !isLeftOut(each.getFileName().toString()))
                    .flatMap(each -> Files.isDirectory(each) ? files(each) : Stream.of(each));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isLeftOut(String name) {
        return name.startsWith(".") || NOT_OURS.contains(name);
    }

    private static int sum(List<Path> files, ToIntFunction<Path> figure) {
        return files.stream().mapToInt(figure).sum();
    }

    private static int count(Pattern each, Path file) {
        return (int) each.matcher(read(file)).results().count();
    }

    private static int lines(Path file) {
        return (int) read(file).lines().count();
    }

    private static int words(Path page) {
        return read(page).strip().split("\\s+", -1).length;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

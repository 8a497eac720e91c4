package io.lockkeeper.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of the project, wherever they stand. */
final class Pages {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern CODE = Pattern.compile(
            "(?ms)^```.*?^```|^<!-- generated -->.*?^<!-- end of generated -->|`[^`\n]*`|\\]\\([^)]*\\)");
    private static final Set<String> NOT_OURS = Set.of("dist", "target", "node_modules", "src");

    private Pages() {}

    static List<Path> all() {
        return under(ROOT, file -> file.toString().endsWith(".md") && isOurs(file));
    }

    /** The module's Java, without its tests. */
    static List<Path> sourcesOf(String module) {
        return under(
                ROOT.resolve(module).resolve("src/main/java"),
                file -> file.toString().endsWith(".java"));
    }

    /** What a person wrote for people, in the lines of the page: without code, what is generated, and where links lead. */
    static String proseOf(String page) {
        return CODE.matcher(page).replaceAll(code -> code.group().replaceAll("[^\n]", ""));
    }

    static List<Path> under(Path folder, Predicate<Path> wanted) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(wanted).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOurs(Path file) {
        for (Path part : ROOT.relativize(file)) {
            String name = part.toString();
            if (name.startsWith(".") || NOT_OURS.contains(name)) {
                return false;
            }
        }
        return true;
    }
}

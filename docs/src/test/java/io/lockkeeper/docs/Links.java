package io.lockkeeper.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The links of a Markdown page to files of this project. */
final class Links {

    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

    private Links() {}

    static List<String> broken(Path page) {
        return broken(page, read(page));
    }

    static List<String> broken(Path page, String text) {
        String prose = CODE.matcher(text).replaceAll("");
        return LINK.matcher(prose)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.contains("://"))
                .filter(link -> !leads(page, prose, link))
                .toList();
    }

    private static boolean leads(Path page, String text, String link) {
        int hash = link.indexOf('#');
        String heading = hash < 0 ? "" : link.substring(hash + 1);
        if (hash == 0) {
            return anchors(text).contains(heading);
        }
        Path target = page.resolveSibling(hash < 0 ? link : link.substring(0, hash));
        return Files.exists(target)
                && (heading.isEmpty()
                        || anchors(CODE.matcher(read(target)).replaceAll("")).contains(heading));
    }

    /** As GitHub names them. */
    private static List<String> anchors(String text) {
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

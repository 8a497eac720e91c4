package io.lockkeeper.commandline.console;

import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.SimilarNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/** Finds what a console has instead of what it does not: the sources, and the locks whose names are nearest. */
record NearNames(ConsoleClient console) {

    private static final Pattern LOCKS = Pattern.compile("/api/v1(?<locks>/locks/[^/]+)/[^/]+.*");
    private static final String LIMIT = "1000";
    private static final int PAGES = 10;

    /**
     * A sentence that begins with a space; empty where the problem is about neither a lock nor a source, or nothing is near.
     *
     * @param path what was asked for
     * @param problem the console's answer, which names the lock or the source
     */
    String of(String path, String problem) {
        Matcher found = LOCKS.matcher(path);
        try {
            BsonDocument answer = BsonDocument.parse(problem);
            if (answer.isString("source")) {
                return sources();
            }
            return found.find() && answer.isString("lock")
                    ? beside(found.group("locks"), answer.getString("lock").getValue())
                    : "";
        } catch (RuntimeException unreadable) {
            return "";
        }
    }

    private String sources() {
        String all = console.get("/sources", Map.of()).getArray("sources").stream()
                .map(each -> AnsweredFields.text(each.asDocument(), "id"))
                .collect(Collectors.joining(", "));
        return all.isEmpty() ? " There are none that you may see." : " There are %s.".formatted(all);
    }

    /** @param locks the path of the list that the lock would be in */
    String beside(String locks, String missing) {
        try {
            return SimilarNames.sentence(names(locks), missing);
        } catch (FailedException unreadable) {
            return "";
        }
    }

    private List<String> names(String locks) {
        List<String> names = new ArrayList<>();
        String after = "";
        for (int page = 0; page < PAGES; page++) {
            BsonDocument answer =
                    console.get(locks, Map.of("limit", LIMIT, "sort", "name", "free", "true", "after", after));
            answer.getArray("locks").forEach(each -> names.add(AnsweredFields.text(each.asDocument(), "name")));
            if (!answer.isString("next")) {
                break;
            }
            after = answer.getString("next").getValue();
        }
        return names;
    }
}

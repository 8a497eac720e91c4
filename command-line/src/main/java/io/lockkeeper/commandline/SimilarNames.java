package io.lockkeeper.commandline;

import static java.util.stream.Collectors.joining;

import com.mongodb.MongoException;
import com.mongodb.client.model.Projections;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The locks whose names are nearest to one that does not exist: most likely it was mistyped. */
public final class SimilarNames {

    private static final int LOOKED_AT = 10_000;
    private static final int MOST = 3;

    /** The message about a lock that was paused although it has no document. */
    public static final String UNUSED = " No process has used a lock of this name for a day, or ever.";

    private SimilarNames() {}

    /** A sentence that begins with a space; empty where no name is near, or names cannot be read. */
    public static String sentence(Database database, String missing) {
        try {
            List<String> names = database.locks()
                    .find()
                    .projection(Projections.include("_id"))
                    .limit(LOOKED_AT)
                    .map(each -> each.isString("_id") ? each.getString("_id").getValue() : "")
                    .into(new ArrayList<>());
            return sentence(names, missing);
        } catch (MongoException unreadable) {
            return "";
        }
    }

    /** The message about a lock that was paused without a document; begins with a space. */
    public static String ofUnused(Database database, String name) {
        return UNUSED + sentence(database, name);
    }

    /** As {@link #sentence(Database, String)}, with the given names. */
    public static String sentence(Collection<String> names, String missing) {
        return didYouMean(nearest(missing, names));
    }

    /** A sentence that begins with a space, or nothing. */
    static String didYouMean(List<String> near) {
        return near.isEmpty()
                ? ""
                : " Did you mean %s?"
                        .formatted(near.stream()
                                .map(each -> "\"" + Plain.text(each) + "\"")
                                .collect(joining(", or ")));
    }

    static List<String> nearest(String missing, Collection<String> names) {
        int most = Math.max(1, missing.length() / 5);
        return names.stream()
                .filter(each -> !each.equals(missing))
                .filter(each -> Math.abs(each.length() - missing.length()) <= most)
                .filter(each -> distance(missing, each) <= most)
                .sorted(Comparator.comparingInt((String each) -> distance(missing, each))
                        .thenComparing(each -> each))
                .limit(MOST)
                .toList();
    }

    /** How many characters have to be inserted, deleted, replaced or swapped with the next; upper and lower case are the same. */
    private static int distance(String one, String other) {
        String from = one.toLowerCase(Locale.ROOT);
        String to = other.toLowerCase(Locale.ROOT);
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                steps[i][j] = i == 0 || j == 0 ? i + j : fewest(steps, from, to, i, j);
            }
        }
        return steps[from.length()][to.length()];
    }

    private static int fewest(int[][] steps, String from, String to, int i, int j) {
        boolean same = from.charAt(i - 1) == to.charAt(j - 1);
        int fewest = Math.min(steps[i - 1][j - 1] + (same ? 0 : 1), Math.min(steps[i - 1][j], steps[i][j - 1]) + 1);
        boolean swapped =
                i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
        return swapped ? Math.min(fewest, steps[i - 2][j - 2] + 1) : fewest;
    }
}

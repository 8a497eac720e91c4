package io.lockkeeper.spring.observe;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The default rule: the first of the service's patterns that matches the name, else the name with a star for everything that looks like an
 * id (UUIDs, object ids and other hexadecimal numbers of eight digits and more, numbers). Once the greatest number of groups is reached,
 * further names are counted together.
 */
public final class NamesWithoutIds implements LockGroups {

    /** The group of names for which there was no room. */
    public static final String OTHER = "other";

    private static final Pattern ID = Pattern.compile(
            "\\p{XDigit}{8}-(?:\\p{XDigit}{4}-){3}\\p{XDigit}{12}|(?<![\\p{L}\\d])(?=\\p{Alpha}*\\d)\\p{XDigit}{8,}(?![\\p{L}\\d])|\\d+");

    private final Map<String, Pattern> own = new LinkedHashMap<>();
    private final int most;
    private final Set<String> groups = ConcurrentHashMap.newKeySet();

    /**
     * @param own regular expressions for whole names, by group
     * @param most the greatest number of groups, 1 or more
     */
    public NamesWithoutIds(Map<String, String> own, int most) {
        if (most < 1) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "At most %d groups of locks: there has to be one", most));
        }
        own.forEach((group, pattern) -> this.own.put(group, compiled(group, pattern)));
        this.most = most;
    }

    private static Pattern compiled(String group, String pattern) {
        try {
            return Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "Group \"%s\": \"%s\" is no regular expression: %s".formatted(group, pattern, e.getDescription()),
                    e);
        }
    }

    @Override
    public String of(String lock) {
        return own.entrySet().stream()
                .filter(each -> each.getValue().matcher(lock).matches())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> limited(ID.matcher(lock).replaceAll("*")));
    }

    /** The group, if there is room for it. Concurrent threads may add a few more, which does no harm. */
    private String limited(String group) {
        if (groups.contains(group)) {
            return group;
        }
        if (groups.size() >= most) {
            return OTHER;
        }
        groups.add(group);
        return group;
    }
}

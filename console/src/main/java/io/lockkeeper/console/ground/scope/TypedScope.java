package io.lockkeeper.console.ground.scope;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses a {@link LockScope} as users type it, and formats it the same way. */
public final class TypedScope {

    public static final int MOST = 50;
    public static final int MAX_BYTES = 200;
    private static final Pattern SOURCE = Pattern.compile("([a-z0-9-]+/)?[^./\\s]+\\.[^\\s]+/[^\\s/]+");

    private TypedScope() {}

    /**
     * The scope of two fields, each with entries between commas or spaces.
     *
     * @throws IllegalArgumentException as {@link #of(List, List)}
     */
    public static LockScope of(String prefixes, String sources) {
        return of(entries(prefixes), entries(sources));
    }

    /**
     * Everything, if both are empty; else what is listed and nothing besides.
     *
     * @param prefixes of names, with or without a {@code *} at the end, which by itself stands for all names
     * @param sources ids as in {@code app.shedlock/shedlock}, before it the cluster if that is another one, or {@code *} for all
     * @throws IllegalArgumentException with the value and the rule in words, if one cannot be meant
     */
    public static LockScope of(List<String> prefixes, List<String> sources) {
        if (prefixes.size() > MOST || sources.size() > MOST) {
            throw new IllegalArgumentException(
                    "A user is limited to at most %s prefixes and %s sources; you gave %s and %s."
                            .formatted(MOST, MOST, prefixes.size(), sources.size()));
        }
        if (prefixes.isEmpty() && sources.isEmpty()) {
            return LockScope.EVERYTHING;
        }
        return new LockScope(
                prefixes.stream().map(TypedScope::prefix).distinct().toList(),
                sources.stream().map(TypedScope::source).distinct().toList());
    }

    /** The typed form: empty for everything. */
    public static String prefixes(LockScope scope) {
        return scope.isLimited() ? String.join(", ", patterns(scope)) : "";
    }

    public static String sources(LockScope scope) {
        return scope.isLimited() ? String.join(", ", scope.sources()) : "";
    }

    /** The prefixes as patterns; none for everything. */
    public static List<String> patterns(LockScope scope) {
        return scope.isLimited()
                ? scope.prefixes().stream()
                        .map(prefix -> prefix + LockScope.ALL)
                        .toList()
                : List.of();
    }

    private static List<String> entries(String typed) {
        return Stream.of(typed.split("[,\\s]+"))
                .filter(entry -> !entry.isEmpty())
                .toList();
    }

    private static String prefix(String typed) {
        String prefix = typed.endsWith(LockScope.ALL) ? typed.substring(0, typed.length() - 1) : typed;
        boolean wrong = typed.isEmpty()
                || prefix.contains(LockScope.ALL)
                || prefix.chars().anyMatch(Character::isISOControl)
                || prefix.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
        if (wrong) {
            throw new IllegalArgumentException(
                    "\"%s\" is no prefix of names: it has 1 to %s bytes, as in order:*, a * only at its end, and no control characters."
                            .formatted(shortened(typed), MAX_BYTES));
        }
        return prefix;
    }

    private static String source(String typed) {
        if (!typed.equals(LockScope.ALL)
                && (typed.length() > MAX_BYTES * 2 || !SOURCE.matcher(typed).matches())) {
            throw new IllegalArgumentException(
                    "\"%s\" is no source: write its id, as in app.shedlock/shedlock or eu/app.shedlock/shedlock, or * for all."
                            .formatted(shortened(typed)));
        }
        return typed;
    }

    private static String shortened(String typed) {
        String visible = typed.replaceAll("\\p{Cntrl}", "�");
        return visible.length() <= MAX_BYTES ? visible : visible.substring(0, MAX_BYTES) + "…";
    }
}

package io.lockkeeper.console.ground.scope;

import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * The locks that a user may see and, as an operator, change: Lockkeeper's own by the prefixes of their names, other libraries'
 * by their source. Anything in neither list is out of reach.
 *
 * @param prefixes of names; the empty one is every name's
 * @param sources ids of sources, or {@value #ALL}
 */
public record LockScope(List<String> prefixes, List<String> sources) implements Serializable {

    public static final String ALL = "*";

    public static final LockScope EVERYTHING = new LockScope(List.of(""), List.of(ALL));
    public static final LockScope NOTHING = new LockScope(List.of(), List.of());

    public LockScope {
        prefixes = List.copyOf(prefixes);
        sources = List.copyOf(sources);
    }

    /**
     * The present user's scope; {@link #NOTHING} if no user is logged in. The console's own threads and those that draw pages are given a
     * scope instead.
     */
    public static LockScope present() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        return present != null && present.isAuthenticated() && present.getPrincipal() instanceof HasScope user
                ? user.scope()
                : NOTHING;
    }

    /** Whether the present user is limited to some locks. */
    public static boolean isPresentLimited() {
        Authentication present = SecurityContextHolder.getContext().getAuthentication();
        return present != null
                && present.getPrincipal() instanceof HasScope user
                && user.scope().isLimited();
    }

    public boolean isLimited() {
        return !equals(EVERYTHING);
    }

    /** Whether one of Lockkeeper's own locks is within it. */
    public boolean sees(String lock) {
        for (String prefix : prefixes) {
            if (lock.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a lock is within it: one of the console's first collection by its name, any other by its source. */
    public boolean sees(LockId lock) {
        return lock.isFirst() ? sees(lock.name()) : seesSource(lock.source());
    }

    /** Whether the locks of a source are within it. */
    public boolean seesSource(String source) {
        return seesEverySource() || sources.contains(source);
    }

    /** Whether any of the console's first collection may be within it. */
    public boolean seesNames() {
        return !prefixes.isEmpty();
    }

    /** Whether any of another source is within it. */
    public boolean seesSources() {
        return !sources.isEmpty();
    }

    /** The part of it that is in the console's first collection. */
    public LockScope ofNames() {
        return new LockScope(prefixes, List.of());
    }

    /** The part of it that is in other sources. */
    public LockScope ofSources() {
        return new LockScope(List.of(), sources);
    }

    /** The part of it that is in one source; that of the console's first collection is empty. */
    public LockScope ofSource(String source) {
        return source.isEmpty() ? ofNames() : and(new LockScope(List.of(), List.of(source)));
    }

    public boolean seesEveryLock() {
        return prefixes.contains("");
    }

    public boolean seesEverySource() {
        return sources.contains(ALL);
    }

    /** The intersection of both. */
    public LockScope and(LockScope other) {
        Stream<String> names = prefixes.stream()
                .flatMap(one -> other.prefixes.stream().flatMap(another -> longer(one, another)))
                .distinct();
        List<String> both = seesEverySource()
                ? other.sources
                : sources.stream().filter(other::seesSource).toList();
        return new LockScope(names.toList(), both);
    }

    /** The union of both. */
    public LockScope or(LockScope other) {
        boolean everyLock = seesEveryLock() || other.seesEveryLock();
        boolean everySource = seesEverySource() || other.seesEverySource();
        return new LockScope(
                everyLock ? EVERYTHING.prefixes : joined(prefixes, other.prefixes),
                everySource ? EVERYTHING.sources : joined(sources, other.sources));
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().toList();
    }

    private static Stream<String> longer(String one, String other) {
        if (one.startsWith(other)) {
            return Stream.of(one);
        }
        return other.startsWith(one) ? Stream.of(other) : Stream.empty();
    }

    /** The scope as an administrator writes it, for example {@code order:*, app.shedlock/shedlock}. */
    public String words() {
        if (!isLimited()) {
            return "all locks";
        }
        String words = Stream.concat(
                        prefixes.stream().map(prefix -> prefix + ALL),
                        sources.stream().map(LockScope::words))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "no lock" : words;
    }

    private static String words(String source) {
        return source.equals(ALL) ? "all sources" : source;
    }

    /** The given names that are within it. */
    public List<String> seen(Collection<String> locks) {
        return locks.stream().filter(this::sees).toList();
    }
}

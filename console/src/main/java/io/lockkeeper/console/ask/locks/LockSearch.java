package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was typed to find locks: words, each of which has to match. A word is looked for in the lock's name and in all that
 * its owners say, or another library's document says of the holder; {@code service:billing} in one of their facts, which {@code service:"billing"} has to be as a whole; {@code held>5m},
 * {@code expires<10s} and {@code waiting>3} compare.
 *
 * @param terms one for each word
 * @param fault what is wrong with a word, with what would be right; empty for nothing
 */
public record LockSearch(List<Term> terms, String fault) {

    private static final int LONGEST = 1_000;
    /** Each is looked for in each lock, several times a second for an open page. */
    private static final int MOST = 30;

    private static final Pattern COMPARED = Pattern.compile("(held|expires|waiting)([<>])(.*)");
    private static final Pattern WHOLE = Pattern.compile("([a-z]+):\"(.+?)\"(?=\\s|$)");
    private static final Pattern WORD = Pattern.compile(WHOLE.pattern() + "|\\S+");
    private static final Pattern TIME = Pattern.compile("(\\d{1,6})([smhd])");
    private static final Pattern COUNT = Pattern.compile("\\d{1,6}");
    private static final Map<String, Function<Owner, String>> FACTS = Map.of(
            "service", Owner::service,
            "instance", Owner::instance,
            "host", Owner::host,
            "thread", Owner::thread,
            "note", Owner::note);

    /** Whether a lock matches, at an instant of the server's clock. */
    public interface Term {
        boolean matches(Lock lock, Instant now);
    }

    public static LockSearch of(String typed) {
        if (typed.length() > LONGEST) {
            return tooLong(typed.length(), "characters", LONGEST);
        }
        List<Term> terms = new ArrayList<>();
        String fault = "";
        for (String word : words(typed)) {
            try {
                terms.add(term(word));
            } catch (IllegalArgumentException e) {
                fault = String.valueOf(e.getMessage());
            }
        }
        return terms.size() > MOST ? tooLong(terms.size(), "words", MOST) : new LockSearch(List.copyOf(terms), fault);
    }

    private static LockSearch tooLong(int has, String what, int most) {
        return new LockSearch(
                List.of(),
                String.format(Locale.ROOT, "The search has %,d %s; at most %,d are allowed", has, what, most));
    }

    private static Set<String> words(String typed) {
        return WORD.matcher(typed.toLowerCase(Locale.ROOT))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Matches at this moment. If a word is invalid, nothing matches: ignoring the word would find too much. */
    public Predicate<Lock> at(Instant now) {
        return fault.isEmpty() ? lock -> terms.stream().allMatch(term -> term.matches(lock, now)) : lock -> false;
    }

    private static Term term(String word) {
        Matcher compared = COMPARED.matcher(word);
        if (compared.matches()) {
            return comparison(compared, word);
        }
        Matcher whole = WHOLE.matcher(word);
        Function<Owner, String> fact = whole.matches() ? fact(whole.group(1)) : null;
        return fact == null ? text(word) : exactly(fact, whole.group(2));
    }

    /** An agent's id is found only by this name: part of one means nothing. */
    private static @Nullable Function<Owner, String> fact(String name) {
        return name.equals("agent") ? Owner::agent : FACTS.get(name);
    }

    /** Matches a whole fact; part of one cannot be confused with a lock's name. */
    private static Term exactly(Function<Owner, String> fact, String value) {
        return (lock, now) -> owners(lock).anyMatch(owner -> fact.apply(owner).equalsIgnoreCase(value));
    }

    private static Term comparison(Matcher word, String typed) {
        boolean more = word.group(2).equals(">");
        String limit = word.group(3);
        if (word.group(1).equals("waiting")) {
            int count = count(limit, typed);
            return (lock, now) ->
                    !(lock instanceof Lock.Library) && (more ? lock.waiters() > count : lock.waiters() < count);
        }
        Duration time = time(limit, typed);
        return word.group(1).equals("held")
                ? (lock, now) -> lock.isHeld(now) && isHeldSo(lock.heldSince(), now, more, time)
                : (lock, now) -> lock.expiresAt()
                        .filter(at -> isPast(Duration.between(now, at), more, time))
                        .isPresent();
    }

    /** False for a lease that its agent keeps idle. */
    private static boolean isHeldSo(Instant since, Instant now, boolean more, Duration limit) {
        return !since.equals(Instant.MAX) && isPast(Duration.between(since, now), more, limit);
    }

    private static boolean isPast(Duration measured, boolean more, Duration limit) {
        return more ? measured.compareTo(limit) > 0 : measured.compareTo(limit) < 0;
    }

    private static int count(String text, String typed) {
        if (!COUNT.matcher(text).matches()) {
            throw new IllegalArgumentException("'%s': give a number, as in waiting>3".formatted(typed));
        }
        return Integer.parseInt(text);
    }

    private static Duration time(String text, String typed) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException("'%s': give a time, as in held>90s, 5m, 2h or 1d".formatted(typed));
        }
        long number = Long.parseLong(time.group(1));
        return switch (time.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /** A lock's name may itself look like a fact ({@code service:billing}): both match. */
    private static Term text(String word) {
        int colon = word.indexOf(':');
        Function<Owner, String> fact = colon < 0 ? null : fact(word.substring(0, colon));
        if (fact == null) {
            return (lock, now) -> isAnywhere(lock, word);
        }
        String value = word.substring(colon + 1);
        return (lock, now) ->
                contains(lock.name(), word) || owners(lock).anyMatch(owner -> contains(fact.apply(owner), value));
    }

    private static boolean isAnywhere(Lock lock, String word) {
        return contains(lock.name(), word)
                || lock.holders().stream().anyMatch(holder -> isNumber(holder.token(), word))
                || lock.library().filter(library -> isTold(library, word)).isPresent()
                || owners(lock).anyMatch(owner -> isSaid(owner, word));
    }

    /** Whether another library's document names the word as its holder. */
    private static boolean isTold(DialectLock library, String word) {
        return library.holders().stream().anyMatch(holder -> contains(holder, word))
                || (library.fence().isPresent() && isNumber(library.fence().getAsLong(), word));
    }

    private static Stream<Owner> owners(Lock lock) {
        return Stream.concat(
                lock.holders().stream().map(Holder::user), lock.queue().stream().map(waiter -> waiter.owner()));
    }

    private static boolean isSaid(Owner owner, String word) {
        return FACTS.values().stream().anyMatch(fact -> contains(fact.apply(owner), word))
                || isNumber(owner.pid(), word)
                || owner.agent().equalsIgnoreCase(word)
                || contains(owner.details().toString(), word);
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word);
    }

    /** Numbers match only as a whole: part of one means nothing. */
    private static boolean isNumber(long number, String word) {
        return word.equals(Long.toString(number));
    }
}

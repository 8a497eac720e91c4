package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.people.users.AdminChanges;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import io.lockkeeper.model.NamePattern;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/** The rules that say which names need a second person's consent. Administrators maintain them, and each change is on record. */
@Component
public class FourEyes {

    static final int MOST = 100;
    static final int LONGEST_WHY = 200;

    private final MongoTemplate own;
    private final OwnRecords records;
    private final AdminChanges changes;
    private final ServerClock clock;

    FourEyes(MongoTemplate own, OwnRecords records, AdminChanges changes, ServerClock clock) {
        this.own = own;
        this.records = records;
        this.changes = changes;
        this.clock = clock;
    }

    /**
     * Reads the rules. Waits for MongoDB.
     *
     * @throws RefusedException if they cannot be read: it is unknown then whose consent is needed
     */
    RuleBook read() {
        return records.whole(RuleBook.ID, RuleBook.class).orElse(RuleBook.EMPTY);
    }

    /** All rules; only for an administrator. Waits for MongoDB. */
    public List<Rule> list() {
        AdminCheck.present();
        return read().rules();
    }

    /**
     * Adds a rule, or changes an existing one. Returns its pattern.
     *
     * @param seen when the rule was last changed, as the author saw it; null to add one
     * @throws OutdatedException if somebody has changed or removed it since
     */
    public String set(String typed, String why, @Nullable Instant seen) {
        String pattern = checked(typed);
        String words = why.strip();
        if (words.length() > LONGEST_WHY || !Formats.visible(words).equals(words)) {
            throw new InvalidException(String.format(
                    Locale.ROOT, "Say why in at most %d characters of plain text, or leave it out.", LONGEST_WHY));
        }
        Author author = AdminCheck.present();
        change(author, pattern, "names that match %s need a second person's consent", rules -> {
            LastChange known = known(rules, pattern);
            LastChange.require("rule for " + pattern, seen, known);
            Rule rule = new Rule(pattern, words, LastChange.next(known, clock.now()), author.name());
            List<Rule> changed = with(without(rules, pattern), rule);
            if (changed.size() > MOST) {
                throw new RefusedException(String.format(
                        Locale.ROOT, "There are %d rules, and no more are allowed. Remove one first.", MOST));
            }
            return changed;
        });
        return pattern;
    }

    /** Removes the rule with that pattern, unless somebody has changed it since {@code seen}. Returns the pattern. */
    public String remove(String pattern, Instant seen) {
        Author author = AdminCheck.present();
        change(author, pattern, "names that match %s need no second person's consent any more", rules -> {
            LastChange.require("rule for " + pattern, seen, known(rules, pattern));
            return without(rules, pattern);
        });
        return pattern;
    }

    private static @Nullable LastChange known(List<Rule> rules, String pattern) {
        return rules.stream()
                .filter(rule -> rule.pattern().equals(pattern))
                .map(rule -> new LastChange(rule.addedAt(), rule.addedBy()))
                .findFirst()
                .orElse(null);
    }

    /** Makes the change and its record, or neither. Of two concurrent changes, the second sees the first. */
    private void change(Author author, String pattern, String what, UnaryOperator<List<Rule>> change) {
        changes.make(author, "four eyes", () -> {
            List<Rule> before = read().rules();
            List<Rule> after = change.apply(before);
            own.save(new RuleBook(RuleBook.ID, after));
            return "%s; %s".formatted(what.formatted(pattern), RuleRecord.change(pattern, before, after));
        });
    }

    private static List<Rule> with(List<Rule> rules, Rule added) {
        return Stream.concat(rules.stream(), Stream.of(added)).toList();
    }

    private static List<Rule> without(List<Rule> rules, String pattern) {
        return rules.stream().filter(rule -> !rule.pattern().equals(pattern)).toList();
    }

    private static String checked(String typed) {
        try {
            return new NamePattern(typed.strip()).text();
        } catch (IllegalArgumentException e) {
            throw new InvalidException(String.valueOf(e.getMessage()));
        }
    }

    /** The changes of the rules in words, for the record: an administrator who lifts a rule can act without consent from then on. */
    private static final class RuleRecord {

        private RuleRecord() {}

        /** The rule for the pattern before and after, and how many rules there were and are. */
        static String change(String pattern, List<Rule> before, List<Rule> after) {
            return "before: %s, %s in all; after: %s, %s in all"
                    .formatted(rule(pattern, before), before.size(), rule(pattern, after), after.size());
        }

        private static String rule(String pattern, List<Rule> rules) {
            return rules.stream()
                    .filter(rule -> rule.pattern().equals(pattern))
                    .map(rule -> "a rule of %s of %s%s"
                            .formatted(
                                    rule.addedBy(),
                                    Formats.exact(rule.addedAt()),
                                    rule.why().isEmpty() ? "" : " (" + rule.why() + ")"))
                    .findFirst()
                    .orElse("no rule");
        }
    }
}

package io.lockkeeper.console.consent;

import io.lockkeeper.console.access.AccessLog;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.users.AdminCheck;
import io.lockkeeper.console.users.Author;
import io.lockkeeper.model.NamePattern;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The rules that say which names need a second person's consent; administrators keep them, and each change is on record. */
@Component
public class FourEyes {

    static final int MOST = 100;
    static final int LONGEST_WHY = 200;

    private final MongoTemplate own;
    private final TransactionTemplate transactions;
    private final AdminCheck admins;
    private final AccessLog log;
    private final ServerClock clock;

    FourEyes(MongoTemplate own, TransactionTemplate transactions, AdminCheck admins, AccessLog log, ServerClock clock) {
        this.own = own;
        this.transactions = transactions;
        this.admins = admins;
        this.log = log;
        this.clock = clock;
    }

    /**
     * As they are now. Waits for MongoDB.
     *
     * @throws DataAccessException if they cannot be read: then nobody knows whose consent is needed
     */
    RuleBook read() {
        return Objects.requireNonNullElse(own.findById(RuleBook.ID, RuleBook.class), RuleBook.EMPTY);
    }

    /** All rules, for an administrator. Waits for MongoDB. */
    public List<Rule> list() {
        AdminCheck.present();
        return read().rules();
    }

    /** Adds a rule; answers its pattern. */
    String add(String typed, String why) {
        return put(typed, why, (rules, added) -> {
            if (rules.stream().anyMatch(rule -> rule.pattern().equals(added.pattern()))) {
                refuse("There is a rule for %s already.".formatted(added.pattern()));
            }
            return with(rules, added);
        });
    }

    /** Adds a rule or replaces the one with that pattern; returns the pattern. */
    public String set(String typed, String why) {
        return put(typed, why, (rules, added) -> with(without(rules, added.pattern()), added));
    }

    private String put(String typed, String why, BiFunction<List<Rule>, Rule, List<Rule>> change) {
        String pattern = checked(typed);
        String words = why.strip();
        if (words.length() > LONGEST_WHY || words.chars().anyMatch(Character::isISOControl)) {
            refuse("Say why in at most %d characters of plain text, or leave it out.".formatted(LONGEST_WHY));
        }
        Author author = AdminCheck.present();
        Rule added = new Rule(pattern, words, clock.now(), author.name());
        change(author, "names that match %s need a second person's consent".formatted(pattern), rules -> {
            List<Rule> changed = change.apply(rules, added);
            if (changed.size() > MOST) {
                refuse("There are %d rules, which is the most. Remove one first.".formatted(MOST));
            }
            return changed;
        });
        return pattern;
    }

    /** Removes the rule with that pattern; answers it. */
    public String remove(String pattern) {
        Author author = AdminCheck.present();
        change(author, "names that match %s need no second person's consent any more".formatted(pattern), rules -> {
            List<Rule> left = without(rules, pattern);
            if (left.size() == rules.size()) {
                refuse("This rule was removed already. Reload the page.");
            }
            return left;
        });
        return pattern;
    }

    /** The change and its record, or neither. Of two at the same moment one fails. */
    private void change(Author author, String what, UnaryOperator<List<Rule>> change) {
        transactions.executeWithoutResult(status -> {
            admins.still(author);
            own.save(new RuleBook(RuleBook.ID, change.apply(read().rules())));
            log.configured("four eyes", author.words(), author.ip(), what);
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
            throw new RefusedException(String.valueOf(e.getMessage()));
        }
    }

    private static void refuse(String sentence) {
        throw new RefusedException(sentence);
    }
}

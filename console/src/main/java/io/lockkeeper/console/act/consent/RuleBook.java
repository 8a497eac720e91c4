package io.lockkeeper.console.act.consent;

import java.util.List;
import java.util.Optional;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * All the rules in one document, so that one read returns them all. The command line reads it too.
 *
 * <pre>{@code
 * { _id: "four-eyes", rules: [ { pattern: "billing:*", why: "money", addedAt, addedBy } ] }
 * }</pre>
 */
@Document("state")
record RuleBook(@Id String id, List<Rule> rules) {

    static final String ID = "four-eyes";
    static final RuleBook EMPTY = new RuleBook(ID, List.of());

    Optional<Rule> ruleFor(String lock) {
        return rules.stream().filter(rule -> rule.matches(lock)).findFirst();
    }
}

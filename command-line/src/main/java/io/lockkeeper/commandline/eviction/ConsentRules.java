package io.lockkeeper.commandline.eviction;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.model.NamePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;

/**
 * The console's rules that say which names need a second person's consent. None can be asked for here, so such a lock is not
 * changed; nor is any while the rules cannot be read. Each console leaves the name of its own database beside the locks: no other database
 * is accepted then, and the rules of all of them apply, else naming another database would be a way past them.
 *
 * <pre>{@code
 * { _id: "four-eyes", rules: [ { pattern: "billing:*", .. } ] }    // in the console's database
 * { _id: "ops_console", since: .. }                                // beside the locks
 * }</pre>
 */
final class ConsentRules {

    private static final String COLLECTION = "state";
    /** The collection that the console's {@code StoreMark} writes. */
    private static final String CONSOLES = "consoles";

    private static final String ID = "four-eyes";
    /** The document that every console writes at its first start. */
    private static final String VERSION = "schema";

    private static final int UNAUTHORIZED = 13;

    private final Database database;
    private final String consoleDatabase;

    ConsentRules(Database database, String consoleDatabase) {
        this.database = database;
        this.consoleDatabase = consoleDatabase;
    }

    /** @throws FailedException if a rule is for the lock, or the rules cannot be read, or are those of another database */
    void require(String lock) {
        String usual = usual(database.name());
        List<String> known = consoles();
        if (known.isEmpty() && !consoleDatabase.equals(usual)) {
            requireConsole();
        } else if (!known.isEmpty() && !known.contains(consoleDatabase)) {
            throw elsewhere(known);
        }
        Stream.concat(Stream.of(consoleDatabase, usual), known.stream())
                .distinct()
                .flatMap(each -> ruleFor(lock, each, each.equals(consoleDatabase) || known.contains(each)).stream())
                .findFirst()
                .ifPresent(ConsentRules::refuse);
    }

    private List<String> consoles() {
        try {
            return database.collection(database.name(), CONSOLES).find().into(new ArrayList<>()).stream()
                    .map(each -> each.getString("_id").getValue())
                    .toList();
        } catch (MongoException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE,
                    "Nothing was changed, because which console keeps the rules of four eyes could not be read in %s.%s. %s"
                            .formatted(database.name(), CONSOLES, Trouble.of(e)));
        }
    }

    private FailedException elsewhere(List<String> known) {
        return new FailedException(
                ExitCode.NOT_ALLOWED,
                "Nothing was changed: the console of these locks keeps its rules of four eyes and its audit in %s, not in %s. Name that database with --console-database or LOCKKEEPER_CONSOLE_DATABASE."
                        .formatted(Plain.text(String.join(" or ", known)), Plain.text(consoleDatabase)));
    }

    /** The console's default database. */
    static String usual(String locks) {
        return locks + "_console";
    }

    private void requireConsole() {
        if (!isConsole()) {
            throw new FailedException(
                    ExitCode.NOT_ALLOWED,
                    "Nothing was changed: %s has no console's data, so its rules of four eyes are not those of these locks. Name the database that the console was started with, or leave --console-database and LOCKKEEPER_CONSOLE_DATABASE out for %s."
                            .formatted(Plain.text(consoleDatabase), usual(database.name())));
        }
    }

    private boolean isConsole() {
        try {
            return database.collection(consoleDatabase, VERSION)
                            .find(Filters.eq("_id", "console"))
                            .first()
                    != null;
        } catch (MongoException e) {
            throw unread(consoleDatabase, Trouble.of(e));
        }
    }

    private static void refuse(String pattern) {
        throw new FailedException(
                ExitCode.NOT_ALLOWED,
                "Nothing was changed: names that match %s are under four eyes, and --break-glass is never for them. Go through a console, where a second operator consents."
                        .formatted(Plain.text(pattern)));
    }

    private Optional<String> ruleFor(String lock, String consoles, boolean required) {
        try {
            BsonDocument book = database.collection(consoles, COLLECTION)
                    .find(Filters.eq("_id", ID))
                    .first();
            BsonArray rules = book == null ? new BsonArray() : book.getArray("rules");
            return rules.stream()
                    .map(ConsentRules::pattern)
                    .filter(pattern -> new NamePattern(pattern).matches(lock))
                    .findFirst();
        } catch (MongoException e) {
            if (e.getCode() == UNAUTHORIZED && !required) {
                return Optional.empty(); // a user who may read only the console's own database, which has another name
            }
            throw unread(consoles, Trouble.of(e));
        } catch (BsonInvalidOperationException | IllegalArgumentException e) {
            throw unread(consoles, "They are not of a form that this version knows.");
        }
    }

    private static String pattern(BsonValue rule) {
        return rule.asDocument().getString("pattern").getValue();
    }

    private static FailedException unread(String consoles, String why) {
        return new FailedException(
                ExitCode.UNAVAILABLE,
                "Nothing was changed, because the rules of four eyes in %s.%s could not be read. %s"
                        .formatted(consoles, COLLECTION, why));
    }
}

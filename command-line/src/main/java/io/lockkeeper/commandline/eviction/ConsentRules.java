package io.lockkeeper.commandline.eviction;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.model.NamePattern;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;

/**
 * The console's rules that say which names need a second person's consent. None can be asked for here, so such a lock is not
 * changed; nor is any while the rules cannot be read. A database that is named has to be a console's, and the rules of the one beside the
 * locks hold as well: else naming another database would be a way past them.
 *
 * <pre>{@code
 * { _id: "four-eyes", rules: [ { pattern: "billing:*", .. } ] }
 * }</pre>
 */
final class ConsentRules {

    private static final String COLLECTION = "state";
    private static final String ID = "four-eyes";
    /** Which every console writes at its first start. */
    private static final String VERSION = "schema";

    private static final int UNAUTHORIZED = 13;

    private final Database database;
    private final String consoleDatabase;

    ConsentRules(Database database, String consoleDatabase) {
        this.database = database;
        this.consoleDatabase = consoleDatabase;
    }

    /** @throws FailedException if a rule is for the lock, or they cannot be read */
    void require(String lock) {
        String usual = usual(database.name());
        Optional<String> pattern = consoleDatabase.equals(usual)
                ? ruleFor(lock, usual)
                : ruleOfNamed(lock).or(() -> ruleFor(lock, usual));
        refuse(pattern);
    }

    /** The console's database unless another is named. */
    static String usual(String locks) {
        return locks + "_console";
    }

    private Optional<String> ruleOfNamed(String lock) {
        if (!isConsole()) {
            throw new FailedException(
                    ExitCode.NOT_ALLOWED,
                    "Nothing was changed: %s has no console's data, so its rules of four eyes are not those of these locks. Name the database that the console was started with, or leave --console-database and LOCKKEEPER_CONSOLE_DATABASE out for %s."
                            .formatted(Plain.text(consoleDatabase), usual(database.name())));
        }
        return ruleFor(lock, consoleDatabase);
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

    private static void refuse(Optional<String> rule) {
        rule.ifPresent(pattern -> {
            throw new FailedException(
                    ExitCode.NOT_ALLOWED,
                    "Nothing was changed: names that match %s are under four eyes, and --break-glass is never for them. Go through a console, where a second operator consents."
                            .formatted(Plain.text(pattern)));
        });
    }

    private Optional<String> ruleFor(String lock, String consoles) {
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
            if (e.getCode() == UNAUTHORIZED && !consoles.equals(consoleDatabase)) {
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

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
 * changed; nor is any while the rules cannot be read.
 *
 * <pre>{@code
 * { _id: "four-eyes", rules: [ { pattern: "billing:*", .. } ] }
 * }</pre>
 */
final class ConsentRules {

    private static final String COLLECTION = "state";
    private static final String ID = "four-eyes";

    private final Database database;
    private final String consoleDatabase;

    ConsentRules(Database database, String consoleDatabase) {
        this.database = database;
        this.consoleDatabase = consoleDatabase;
    }

    /** @throws FailedException if a rule is for the lock, or they cannot be read */
    void require(String lock) {
        ruleFor(lock).ifPresent(pattern -> {
            throw new FailedException(
                    ExitCode.NOT_ALLOWED,
                    "Nothing was changed: names that match %s are under four eyes, and --break-glass is never for them. Go through a console, where a second operator consents."
                            .formatted(Plain.text(pattern)));
        });
    }

    private Optional<String> ruleFor(String lock) {
        try {
            BsonDocument book = database.collection(consoleDatabase, COLLECTION)
                    .find(Filters.eq("_id", ID))
                    .first();
            BsonArray rules = book == null ? new BsonArray() : book.getArray("rules", new BsonArray());
            return rules.stream()
                    .map(ConsentRules::pattern)
                    .filter(pattern -> new NamePattern(pattern).matches(lock))
                    .findFirst();
        } catch (MongoException e) {
            throw unread(Trouble.of(e));
        } catch (BsonInvalidOperationException | IllegalArgumentException e) {
            throw unread("They are not of a form that this version knows.");
        }
    }

    private static String pattern(BsonValue rule) {
        return rule.asDocument().getString("pattern").getValue();
    }

    private FailedException unread(String why) {
        return new FailedException(
                ExitCode.UNAVAILABLE,
                "Nothing was changed, because the rules of four eyes in %s.%s could not be read. %s"
                        .formatted(consoleDatabase, COLLECTION, why));
    }
}

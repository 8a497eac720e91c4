package io.lockkeeper.agent.store;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteError;
import io.lockkeeper.model.DamagedLockException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;

/**
 * Distinguishes errors that mean "not applied" from errors that leave the outcome unknown. Unknown is the rule: a time-out, a broken
 * connection, a primary that steps down, and write-concern errors, which arrive after one member has applied the change.
 */
public final class DriverErrors {

    /** Codes of command errors after which the command may have been applied, or may be applied by a member that takes over. */
    private static final Set<Integer> UNKNOWN = Set.of(
            6, // HostUnreachable
            7, // HostNotFound
            50, // MaxTimeMSExpired
            64, // WriteConcernFailed
            89, // NetworkTimeout
            91, // ShutdownInProgress
            100, // UnsatisfiableWriteConcern
            112, // WriteConflict, which passes
            134, // ReadConcernMajorityNotAvailableYet
            189, // PrimarySteppedDown
            217, // IncompleteTransactionHistory: sent again by the driver, but the first answer is not kept
            225, // TransactionTooOld, likewise
            262, // ExceededTimeLimit
            317, // ConnectionPoolExpired
            358, // InternalTransactionNotSupported
            9001, // SocketException
            10107, // NotWritablePrimary
            11600, // InterruptedAtShutdown
            11601, // Interrupted
            11602, // InterruptedDueToReplStateChange
            13388, // StaleConfig
            13435, // NotPrimaryNoSecondaryOk
            13436); // NotPrimaryOrSecondary

    private static final int LONGEST_RULE = 500;
    /** A duplicate key in any index other than that of the names, the only unique one that locks have. */
    private static final Pattern DUPLICATE =
            Pattern.compile("E11000 .* index: (?!_id_ )(.+?) (?:collation: .+ )?dup key");

    private DriverErrors() {}

    static Reply.Failed of(MongoException error) {
        return isUnknown(error) ? new Reply.Unknown(error) : new Reply.Refused(error);
    }

    /** The sentence about a refusal of the server, with its words, and of a validator the broken rule. */
    public static String refusal(String refused, RuntimeException error) {
        if (error instanceof DamagedLockException damaged) { // MongoDB changed it, and the agent cannot read it
            return String.valueOf(damaged.getMessage());
        }
        return refused
                + switch (error) {
                    case MongoCommandException e ->
                        because(e.getErrorMessage(), e.getResponse().getDocument("errInfo", new BsonDocument()));
                    case MongoWriteException e -> because(e.getError());
                    case MongoBulkWriteException e
                    when !e.getWriteErrors().isEmpty() ->
                        because(e.getWriteErrors().getFirst());
                    default -> "";
                };
    }

    private static String because(WriteError error) {
        return because(error.getMessage(), error.getDetails());
    }

    private static String because(String message, BsonDocument info) {
        Matcher duplicate = DUPLICATE.matcher(message);
        if (duplicate.find()) {
            return (": the collection has the unique index \"%s\" of another program, which keeps further locks out. Drop it, or give the"
                            + " agent another database (%s)")
                    .formatted(duplicate.group(1), message);
        }
        String rule = info.containsKey("details") ? " " + info.get("details") : "";
        return message.isEmpty()
                ? ""
                : ": " + message + (rule.length() > LONGEST_RULE ? rule.substring(0, LONGEST_RULE) + "…" : rule);
    }

    /** Whether what was asked may have been applied, or may still be. */
    public static boolean isUnknown(MongoException error) {
        if (error instanceof MongoSecurityException || error instanceof MongoWriteException) {
            return false;
        }
        boolean said = error instanceof MongoCommandException || error instanceof MongoBulkWriteException;
        return !said || UNKNOWN.contains(error.getCode()) || error.hasErrorLabel("RetryableWriteError");
    }
}

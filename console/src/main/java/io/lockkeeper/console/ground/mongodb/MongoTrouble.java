package io.lockkeeper.console.ground.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why MongoDB did not do what the console asked, in a sentence: only a server that is silent "did not answer". */
public final class MongoTrouble {

    private static final String SILENT = "MongoDB did not answer.";
    private static final int UNAUTHORIZED = 13;
    /** Quotes the document. */
    private static final int DUPLICATE_KEY = 11000;

    /** A server between two primaries says so by one of these, and will answer. */
    private static final Set<Integer> BETWEEN_PRIMARIES = Set.of(91, 189, 10107, 11600, 11602, 13435, 13436);

    private static final int MOST_WORDS = 300;
    /** The server's own words, which name the command and the collection, but not the action. */
    private static final Pattern DENIED =
            Pattern.compile("not authorized on (\\S+) to execute command \\{ (\\w+): \"?([^\",]+)\"?");

    private MongoTrouble() {}

    public static String sentence(MongoException e) {
        return sentence(e, "LOCKKEEPER_MONGODB_URI");
    }

    /**
     * The same for an address in another setting.
     *
     * @param setting that has the address
     */
    public static String sentence(MongoException e, String setting) {
        if (isDenied(e)) {
            return denied(String.valueOf(e.getMessage()));
        }
        if (isRefused(e)) {
            return "MongoDB refuses the console's user name or password. Correct them in %s and start the console again."
                    .formatted(setting);
        }
        return e instanceof MongoCommandException no && isAnswer(no) ? inItsWords(no) : untold(e);
    }

    private static String untold(MongoException e) {
        return e instanceof UntoldTimeException ? UntoldTimeException.SENTENCE : SILENT;
    }

    private static String inItsWords(MongoCommandException no) {
        String said = no.getErrorCode() == DUPLICATE_KEY ? no.getErrorCodeName() : no.getErrorMessage();
        String cut = said.length() <= MOST_WORDS ? said : said.substring(0, MOST_WORDS) + "…";
        return String.format(
                Locale.ROOT, "MongoDB refuses it: “%s” (its error %d).", Formats.visible(cut), no.getErrorCode());
    }

    /** Whether MongoDB answered, and the same is answered until somebody changes something: a server between two primaries did not. */
    public static boolean isAnswer(MongoException e) {
        return isRefusal(e)
                || (e instanceof MongoCommandException && !isBetweenPrimaries(e))
                || e instanceof UntoldTimeException;
    }

    /** Whether the server could not answer, because another one becomes the primary. */
    public static boolean isBetweenPrimaries(MongoException e) {
        return BETWEEN_PRIMARIES.contains(e.getCode());
    }

    /** Whether the server refused: waiting for it does not help then. */
    public static boolean isRefusal(MongoException e) {
        return isDenied(e) || isRefused(e);
    }

    private static boolean isDenied(MongoException e) {
        return e.getCode() == UNAUTHORIZED;
    }

    private static boolean isRefused(@Nullable Throwable e) {
        return e != null && (e instanceof MongoSecurityException || isRefused(e.getCause()));
    }

    private static String denied(String said) {
        Matcher found = DENIED.matcher(said);
        String what = !found.find()
                ? "a privilege"
                : found.group(2).equals("aggregate") && said.contains("$changeStream")
                        ? "the privilege changeStream on %s.%s".formatted(found.group(1), found.group(3))
                        : "the privilege for the command %s on %s.%s"
                                .formatted(found.group(2), found.group(1), found.group(3));
        return "The console's MongoDB user lacks %s. Grant it the roles of docker/roles.json.".formatted(what);
    }
}

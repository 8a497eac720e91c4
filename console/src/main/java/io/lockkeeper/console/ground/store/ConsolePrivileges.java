package io.lockkeeper.console.ground.store;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import io.lockkeeper.model.GrantedPrivileges;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Which of its own data the console may store. Where MongoDB denies its user something, the console still runs and shows the locks; it
 * omits what it cannot store, and names the missing privilege. Thread-safe, and reads only in {@link #look}. See
 * docs/maintainers/decided-and-why.md#what-the-console-remembers.
 */
@Component
public class ConsolePrivileges {

    private static final Logger LOG = LoggerFactory.getLogger(ConsolePrivileges.class);
    private static final Set<String> ADDED_TO = Set.of("find", "insert");
    private static final Set<String> CHANGED = Set.of("find", "insert", "update");
    private static final Set<String> DELETED = Set.of("find", "insert", "update", "remove");

    /** The privileges that {@code lockkeeperConsoleStore} of docker/roles.json grants; a test compares the two. */
    static final Map<String, Set<String>> NEEDED = Map.ofEntries(
            Map.entry("users", CHANGED),
            Map.entry("access", ADDED_TO),
            Map.entry("audit", ADDED_TO),
            Map.entry("state", CHANGED),
            Map.entry("streams", CHANGED),
            Map.entry("leases", CHANGED),
            Map.entry("waits", CHANGED),
            Map.entry("digests", CHANGED),
            Map.entry("gaps", CHANGED),
            Map.entry("dismissals", CHANGED),
            Map.entry("sightings", DELETED),
            Map.entry("minutes", CHANGED),
            Map.entry("quarters", CHANGED),
            Map.entry("schema", CHANGED),
            Map.entry("tokens", DELETED),
            Map.entry("alert_rules", DELETED),
            Map.entry("alert_targets", DELETED),
            Map.entry("alert_episodes", DELETED),
            Map.entry("alert_deliveries", DELETED),
            Map.entry("sources", DELETED),
            Map.entry("foreign_holds", CHANGED),
            Map.entry("locks", Set.of("find", "insert", "update", "changeStream")));

    private final MongoClient client;
    private final String database;
    private volatile Map<String, Set<String>> missing = Map.of();

    ConsolePrivileges(MongoClient client, StoreName store) {
        this.client = client;
        database = store.value();
    }

    /** The name of the console's own database. */
    public String database() {
        return database;
    }

    /** The collections of the console's own database. */
    static Set<String> collections() {
        return NEEDED.keySet();
    }

    /** Whether nothing is missing. */
    boolean isWhole() {
        return missing.isEmpty();
    }

    /** Why users cannot be added or changed; empty if they can. */
    public Optional<String> whyNoUserIsChanged() {
        return why("users", "access", "state");
    }

    /** Why personal tokens cannot be made or revoked; empty if they can. */
    public Optional<String> whyNoTokenIsChanged() {
        return why("tokens", "access");
    }

    /** Why evictions are impossible, because they could not be recorded; empty if they can. */
    public Optional<String> whyNobodyEvicts() {
        return why("audit");
    }

    /** Why no alert is sent or set up; empty if they are. */
    public Optional<String> whyNothingIsSent() {
        return why("alert_rules", "alert_targets", "alert_episodes", "alert_deliveries");
    }

    /** Why no source can be added or removed; empty if one can. */
    public Optional<String> whyNoSourceIsChanged() {
        return why("sources", "access");
    }

    /** Whether logins can be put on record in MongoDB. */
    public boolean recordsLogins() {
        return !missing.containsKey("access");
    }

    boolean keepsKeys() {
        return !missing.containsKey("state");
    }

    /**
     * Asks MongoDB again what it allows, and logs what has changed about it.
     *
     * @throws MongoException if it does not answer
     */
    void look() {
        GrantedPrivileges granted = GrantedPrivileges.of(
                client.getDatabase("admin").runCommand(GrantedPrivileges.command(), BsonDocument.class));
        Map<String, Set<String>> found = denied(granted, database);
        tell(found);
        missing = found;
    }

    /** The privileges that a user lacks to store all of the console's data in a database, in words; empty if none. */
    public static Optional<String> lacking(GrantedPrivileges granted, String database) {
        Map<String, Set<String>> denied = denied(granted, database);
        return denied.isEmpty() ? Optional.empty() : Optional.of("The user lacks " + words(denied, database));
    }

    private static Map<String, Set<String>> denied(GrantedPrivileges granted, String database) {
        Map<String, Set<String>> found = new TreeMap<>();
        NEEDED.forEach((collection, actions) -> {
            Set<String> denied = actions.stream()
                    .filter(action -> !granted.allows(action, database, collection))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!denied.isEmpty()) {
                found.put(collection, denied);
            }
        });
        return found;
    }

    private void tell(Map<String, Set<String>> found) {
        if (found.equals(missing)) {
            return;
        }
        if (found.isEmpty()) {
            LOG.info("The console may write all its own data: database={}", database);
            return;
        }
        LOG.warn(
                "The console may not write all its own data, and runs read-only where it may not.{}{}{} Its MongoDB user lacks {}. Run docker/roles.js again, and grant the user the role lockkeeperConsoleStore of the database {}; no restart is needed.",
                found.containsKey("audit") ? " Evictions are off." : "",
                Stream.of("users", "access", "state").anyMatch(found::containsKey) ? " Users cannot be changed." : "",
                found.keySet().stream().anyMatch(name -> name.startsWith("alert_")) ? " No alert is sent." : "",
                words(found),
                database);
    }

    private Optional<String> why(String... collections) {
        Map<String, Set<String>> lacking = new TreeMap<>(missing);
        lacking.keySet().retainAll(List.of(collections));
        return Optional.of(lacking)
                .filter(found -> !found.isEmpty())
                .map(found -> "the console’s MongoDB user lacks " + words(found));
    }

    private String words(Map<String, Set<String>> lacking) {
        return words(lacking, database);
    }

    private static String words(Map<String, Set<String>> lacking, String database) {
        return lacking.entrySet().stream()
                .map(each -> "%s on %s.%s".formatted(String.join(", ", each.getValue()), database, each.getKey()))
                .collect(Collectors.joining("; "));
    }
}

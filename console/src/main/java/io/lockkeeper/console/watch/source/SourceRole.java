package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.JobRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.json.JsonWriterSettings;

/**
 * The role that the console's MongoDB user needs for one source, and no more.
 *
 * @param evicting the action by which holders are evicted; empty to watch only
 * @param jobs the collection of the jobs behind the locks, if that is another one
 */
public record SourceRole(Place place, Optional<String> evicting, Optional<String> jobs) {

    private static final List<String> WATCHING = List.of("find", "changeStream", "listIndexes");
    private static final JsonWriterSettings INDENTED =
            JsonWriterSettings.builder().indent(true).build();

    public static SourceRole watching(LockSource source, Dialect dialect) {
        return new SourceRole(source.place(), Optional.empty(), jobs(source, dialect));
    }

    /** The role for evicting its holders as well; empty if the dialect has no forced release. */
    public static Optional<SourceRole> evicting(LockSource source, Dialect dialect) {
        return dialect.releaseAction()
                .map(action -> new SourceRole(source.place(), Optional.of(action), jobs(source, dialect)));
    }

    private static Optional<String> jobs(LockSource source, Dialect dialect) {
        return dialect.job().filter(JobRule::isBeside).flatMap(rule -> rule.collection(source.collection()));
    }

    private String name() {
        return "lockkeeper %s %s".formatted(evicting.isPresent() ? "evicts in" : "watches", collection());
    }

    /** The command that creates it. */
    public BsonDocument command() {
        List<String> actions = new ArrayList<>(WATCHING);
        evicting.ifPresent(actions::add);
        BsonArray privileges =
                new BsonArray(List.of(privilege(collection(), actions), privilege("", List.of("listCollections"))));
        jobs.ifPresent(collection -> privileges.add(privilege(collection, List.of("find"))));
        return new BsonDocument("createRole", new BsonString(name()))
                .append("privileges", privileges)
                .append("roles", new BsonArray());
    }

    private BsonDocument privilege(String collection, List<String> actions) {
        return new BsonDocument("resource", new BsonDocument("db", database()).append("collection", text(collection)))
                .append(
                        "actions",
                        new BsonArray(actions.stream().map(SourceRole::text).toList()));
    }

    /** The script for mongosh, which creates the role and grants it. */
    public String script() {
        BsonDocument grant = new BsonDocument("role", new BsonString(name())).append("db", database());
        return ascii("""
            db.getSiblingDB(%s).runCommand(%s)
            // In the database of the console's user, here called console:
            db.grantRolesToUser("console", [%s])\
            """.formatted(
                        quoted(place.namespace().getDatabaseName()), command().toJson(INDENTED), grant.toJson()));
    }

    /** Escapes names, so that the script reads as what it does. */
    private static String ascii(String script) {
        StringBuilder plain = new StringBuilder();
        script.chars().forEach(each -> {
            if (each < 0x7f) {
                plain.append((char) each);
            } else {
                plain.append(String.format(Locale.ROOT, "\\u%04x", each));
            }
        });
        return plain.toString();
    }

    private static String quoted(String text) {
        String json = new BsonDocument("t", text(text)).toJson();
        return json.substring(json.indexOf(':') + 1, json.length() - 1).strip();
    }

    private BsonString database() {
        return text(place.namespace().getDatabaseName());
    }

    private String collection() {
        return place.namespace().getCollectionName();
    }

    private static BsonString text(String text) {
        return new BsonString(text);
    }
}

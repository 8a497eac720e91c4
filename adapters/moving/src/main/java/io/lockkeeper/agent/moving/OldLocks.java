package io.lockkeeper.agent.moving;

import com.mongodb.MongoException;
import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.OuterLocks;
import io.lockkeeper.agent.store.DriverErrors;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.SystemDatabases;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The locks of another library, which each lease of an agent holds as well while some instances still use that library:
 *
 * <pre>{@code
 * AgentOptions options = AgentOptions.forService("billing").withOuterLocks(OldLocks.of("shedlock", mongoClient, "app"));
 * }</pre>
 *
 * <p>An old lock is taken first, under the lease's name, renewed by the server's clock, and released last. Its holder is
 * {@code lockkeeper:}, the service, the instance, the agent's id and a number. The locks of a crashed agent end as that library's do; those
 * of the Spring form without an expiry never do, until an operator frees them.
 *
 * <p>If the old collection has locks in another form than the library's, an agent with them does not start: an old and a new client
 * could hold one at the same time.
 */
public final class OldLocks implements OuterLocks {

    private static final Logger log = LoggerFactory.getLogger(OldLocks.class);

    private static final List<Library> LIBRARIES = List.of(
            new Library("shedlock", new ShedLockForm(), "shedLock"),
            new Library("mongoose-article", new MongooseForm(), "locks"),
            new Library("spring-article", new SpringForm(), "locks"),
            new Library("mongodblock-article", new MongoDbLockForm(), "locks"));

    private final OldForm form;
    private final MongoClient client;
    private final MongoNamespace namespace;

    private OldLocks(OldForm form, MongoClient client, MongoNamespace namespace) {
        this.form = form;
        this.client = client;
        this.namespace = namespace;
    }

    /** A library, and the collection that it uses by default. */
    private record Library(String id, OldForm form, String collection) {}

    /**
     * The locks that are described as {@code LIBRARY} or {@code LIBRARY:DATABASE.COLLECTION}.
     *
     * @param description the library is {@code shedlock}, {@code mongoose-article}, {@code spring-article} or {@code
     *     mongodblock-article}
     * @param client stays the caller's, and must stay open longer than the agent
     * @param database that the collection is in if the description names none
     * @throws IllegalArgumentException if the description is another
     */
    public static OldLocks of(String description, MongoClient client, String database) {
        String[] parts = description.trim().split(":", 2);
        Library library = LIBRARIES.stream()
                .filter(each -> each.id().equals(parts[0].trim()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"%s\" is no library to move over from; use one of %s, with or without :DATABASE.COLLECTION behind it"
                                .formatted(parts[0], ids())));
        return new OldLocks(
                library.form,
                client,
                parts.length == 1
                        ? new MongoNamespace(database, library.collection)
                        : namespace(description, parts[1].trim()));
    }

    private static String ids() {
        return LIBRARIES.stream().map(Library::id).collect(Collectors.joining(", "));
    }

    private static MongoNamespace namespace(String description, String text) {
        try {
            return new MongoNamespace(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "\"%s\" names no collection: write it as LIBRARY:DATABASE.COLLECTION".formatted(description), e);
        }
    }

    @Override
    public void check(String database, AgentOptions options) {
        requireApart(database);
        OldCollection old = new OldCollection(form, client, namespace, options);
        try {
            old.requireShape();
            var unused = old.terms();
        } catch (MongoException e) {
            if (!DriverErrors.isUnknown(e)) {
                throw new IllegalArgumentException(
                        "MongoDB refused to show the old locks in %s: %s".formatted(namespace, e.getMessage()), e);
            }
            log.warn(
                    "The old locks were not looked at: MongoDB did not answer. The first request looks. collection={}",
                    namespace,
                    e);
        }
    }

    @Override
    public Session open(Opening agent) {
        SystemDatabases.require(namespace.getDatabaseName());
        requireApart(agent.database());
        return new OldLocksSession(
                new OldCollection(form, client, namespace, agent.options()), agent.time(), holders(agent));
    }

    private void requireApart(@Nullable String database) {
        if (namespace.getDatabaseName().equals(database)
                && namespace.getCollectionName().equals(LockDocument.COLLECTION)) {
            throw new IllegalArgumentException(
                    "The old locks and the agent's own would share the collection \"%s\"; give the agent another database"
                            .formatted(namespace));
        }
    }

    /** The names of the agent's holders: the agent's id makes them unique, the rest is for people. */
    private static String holders(Opening agent) {
        return "lockkeeper:%s:%s:%s."
                .formatted(agent.options().service(), agent.options().instance(), agent.id());
    }

    @Override
    public String description() {
        return "%s in %s".formatted(form.library(), namespace);
    }

    @Override
    public String toString() {
        return "OldLocks[%s]".formatted(description());
    }
}

package io.lockkeeper.test;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The MongoDB that all tests of one JVM share: a one-node replica set of its own, or the one that the environment
 * variable or system property {@code LOCKKEEPER_TEST_MONGODB} gives, by its URI or as {@code docker:8} for one in a container.
 * Each test takes a database of its own.
 */
public final class MongoServer {
    private static final String VARIABLE = "LOCKKEEPER_TEST_MONGODB";

    private final String uri;
    private final MongoClient client;

    private MongoServer(String uri, MongoClient client) {
        this.uri = uri;
        this.client = client;
    }

    public static MongoServer shared() {
        return Shared.SERVER;
    }

    public String uri() {
        return uri;
    }

    /** The address of a server and of a database there, which stands before the options. */
    public static String uri(String server, String database) {
        int options = server.indexOf('?');
        String hosts = options < 0 ? server : server.substring(0, options);
        String rest = options < 0 ? "" : server.substring(options);
        return hosts + (hosts.endsWith("/") ? "" : "/") + database + rest;
    }

    /** One client for all tests of this JVM: not to be closed by them. */
    public MongoClient client() {
        return client;
    }

    /** The first number of the server's version. */
    public int majorVersion() {
        return client().getDatabase("admin")
                .runCommand(new Document("buildInfo", 1))
                .getList("versionArray", Integer.class)
                .getFirst();
    }

    /** Whether the tests were given a server, whose process they do not have: {@link OwnServer}. */
    public static boolean isGiven() {
        return given() != null;
    }

    /** A new, empty database. */
    public MongoDatabase freshDatabase() {
        return client.getDatabase("test_" + UUID.randomUUID().toString().replace("-", ""));
    }

    private static MongoServer open() {
        String given = given();
        if (given != null) {
            String uri = ContainedServer.isMeant(given) ? ContainedServer.start(given) : given;
            return new MongoServer(uri, MongoClients.create(uri));
        }
        ReplicaSet own = ReplicaSet.start(1);
        return new MongoServer(own.uri(), own.client());
    }

    private static @Nullable String given() {
        String uri = Objects.requireNonNullElse(System.getProperty(VARIABLE, System.getenv(VARIABLE)), "");
        return uri.isBlank() ? null : uri;
    }

    /** Loaded, and with it the server started, when the first test asks. */
    private static final class Shared {
        static final MongoServer SERVER = open();
    }
}

package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.ConnectionCheckedInEvent;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionPoolListener;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/** Checks whether a client with this URI gets as many connections as an agent needs: each is held while others are checked out. */
final class PoolCheck {

    /** One for the change stream, one for renewals, two for calls. */
    private static final int NEEDED = 4;

    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final Duration HOLD = Duration.ofMillis(500);

    private PoolCheck() {}

    static Finding check(Database database) {
        int most = database.settings().getConnectionPoolSettings().getMaxSize();
        if (most == 1) {
            return Finding.failed(
                    "pool",
                    "the URI allows one connection at a time: leases would be lost because their renewals wait for the"
                            + " change stream",
                    "Raise maxPoolSize in the URI; the driver's default is 100.");
        }
        String size = most == 0 ? "without a limit" : String.format(Locale.ROOT, "up to %d connections", most);
        if (most != 0 && most < NEEDED) {
            return Finding.warning(
                    "pool",
                    size
                            + String.format(
                                    Locale.ROOT, ", and an agent uses %d at once: calls wait for each other", NEEDED),
                    "Raise maxPoolSize in the URI; the driver's default is 100.");
        }
        return checkedOut(database, size);
    }

    private static Finding checkedOut(Database database, String size) {
        CheckedOut counted = new CheckedOut();
        MongoClientSettings settings = MongoClientSettings.builder(database.settings())
                .applyToConnectionPoolSettings(pool -> pool.addConnectionPoolListener(counted))
                .build();
        try (MongoClient client = MongoClients.create(settings)) {
            BsonDocument known = client.getDatabase("admin").runCommand(HELLO, BsonDocument.class);
            if (!known.isDocument("topologyVersion")) {
                return Finding.warning(
                        "pool", size + "; how many may be open at once cannot be seen on this server", "");
            }
            holdAll(client.getDatabase("admin"), known.getDocument("topologyVersion"));
        } catch (CompletionException e) {
            return refused(size, counted.most(), e);
        }
        return Finding.ok("pool", String.format(Locale.ROOT, "%s; %d were checked out at once", size, counted.most()));
    }

    private static Finding refused(String size, int most, CompletionException e) {
        if (!(e.getCause() instanceof MongoException cause)) {
            throw e;
        }
        return Finding.failed(
                "pool",
                String.format(
                        Locale.ROOT, "%s, but only %d could be opened at once. %s", size, most, Trouble.of(cause)),
                String.format(
                        Locale.ROOT,
                        "An agent uses %d: see the server's limit of connections (net.maxIncomingConnections, ulimit"
                                + " -n), and what is between.",
                        NEEDED));
    }

    /** Holds the connections: a server answers a hello that names its topology when that changes, or after the time. */
    private static void holdAll(MongoDatabase admin, BsonDocument known) {
        BsonDocument held =
                HELLO.clone().append("topologyVersion", known).append("maxAwaitTimeMS", new BsonInt64(HOLD.toMillis()));
        List<CompletableFuture<Void>> all =
                Stream.generate(() -> asked(admin, held)).limit(NEEDED).toList();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
    }

    private static CompletableFuture<Void> asked(MongoDatabase admin, BsonDocument command) {
        return CompletableFuture.runAsync(
                () -> admin.runCommand(command, BsonDocument.class),
                task -> Thread.ofVirtual().name("lockkeeper-pool").start(task));
    }

    /** How many connections of a pool were in use at once, at most. */
    private static final class CheckedOut implements ConnectionPoolListener {

        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        int most() {
            return most.get();
        }

        @Override
        public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
        }

        @Override
        public void connectionCheckedIn(ConnectionCheckedInEvent event) {
            now.decrementAndGet();
        }
    }
}

package io.lockkeeper.console.ground.mongodb;

import static java.util.Objects.requireNonNullElse;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ClusterConnectionMode;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.model.ServerAbilities;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server who it is before anything else starts, so that what is wrong with it is said within seconds. A server that can never
 * serve the console ends the start; one that does not answer yet, or refuses the password, is named and waited for.
 */
final class ServerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(ServerProbe.class);
    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));
    private static final String ADMIN = "admin";
    private static final int LIMIT_SECONDS = 3;
    private static final int EACH_SECONDS = 1;
    private static final int MOST_ALONE = 2;

    private ServerProbe() {}

    /**
     * Asks it.
     *
     * @throws StartRefusedException if the server is a standalone, or a member of another replica set than the URI names, or lacks what locks
     *     need
     */
    static void probe(ConnectionString address) {
        try (MongoClient client =
                MongoClients.create(settings(address, LIMIT_SECONDS).build())) {
            BsonDocument said = hello(client);
            judge(address, said);
            requireAbilities(said, client.getDatabase(requireNonNullElse(address.getDatabase(), ADMIN)));
        } catch (MongoException e) {
            if (MongoTrouble.isRefusal(e)) {
                LOG.error("{} Until then no user can log in", MongoTrouble.sentence(e));
                return;
            }
            hosts(address).stream()
                    .limit(MOST_ALONE)
                    .forEach(host -> alone(address, host).ifPresent(said -> judge(address, said)));
            LOG.warn(
                    "No MongoDB that takes writes has answered within {} s; the console goes on asking. Check hosts, port and replica set in LOCKKEEPER_MONGODB_URI, and whether TLS is wanted. The driver says: {}",
                    LIMIT_SECONDS,
                    e.getMessage());
        }
    }

    private static void judge(ConnectionString address, BsonDocument said) {
        String wanted = address.getRequiredReplicaSetName();
        if (said.containsKey("msg")) { // a mongos
            if (wanted != null) {
                throw new StartRefusedException(
                        "The MongoDB at %s is a mongos, and LOCKKEEPER_MONGODB_URI names the replica set \"%s\": leave replicaSet out of it."
                                .formatted(hosts(address), wanted));
            }
            return;
        }
        if (!said.containsKey("setName")) {
            throw new StartRefusedException(
                    "The MongoDB at %s is a standalone server. Locks need change streams: restart it with --replSet rs0 and run rs.initiate() once; one member is enough."
                            .formatted(hosts(address)));
        }
        String set = said.getString("setName", new BsonString("")).getValue();
        if (wanted != null && !wanted.equals(set)) {
            throw new StartRefusedException(
                    "The MongoDB at %s belongs to the replica set \"%s\", and LOCKKEEPER_MONGODB_URI names \"%s\": write replicaSet=%s."
                            .formatted(hosts(address), set, wanted, set));
        }
    }

    private static void requireAbilities(BsonDocument said, MongoDatabase locks) {
        ServerAbilities.missing(said, command -> locks.runCommand(command, BsonDocument.class))
                .ifPresent(missing -> {
                    throw new StartRefusedException(missing + ".");
                });
    }

    private static List<String> hosts(ConnectionString address) {
        return address.isSrvProtocol() ? List.of() : address.getHosts();
    }

    /** One host by itself, outside its set; empty if it does not answer. */
    private static Optional<BsonDocument> alone(ConnectionString address, String host) {
        try (MongoClient client = MongoClients.create(settings(address, EACH_SECONDS)
                .applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress(host)))
                        .mode(ClusterConnectionMode.SINGLE)
                        .requiredReplicaSetName(null))
                .build())) {
            return Optional.of(hello(client));
        } catch (MongoException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static BsonDocument hello(MongoClient client) {
        return client.getDatabase(ADMIN).runCommand(HELLO, BsonDocument.class);
    }

    private static MongoClientSettings.Builder settings(ConnectionString address, int seconds) {
        return MongoClientSettings.builder()
                .applyConnectionString(address)
                .applicationName(MongoConfiguration.APPLICATION_NAME)
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(seconds, TimeUnit.SECONDS))
                .applyToSocketSettings(socket ->
                        socket.connectTimeout(seconds, TimeUnit.SECONDS).readTimeout(seconds, TimeUnit.SECONDS));
    }
}

package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterType;
import io.lockkeeper.commandline.Plain;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/** Explains why no primary was found: asks each host of the URI by itself what it is. */
final class Unreachable {

    private static final int SECONDS = 3;
    private static final String HOST = "host";

    private Unreachable() {}

    /** A finding for each host. */
    static List<Finding> explain(MongoClientSettings settings) {
        String srv = settings.getClusterSettings().getSrvHost();
        if (srv != null) {
            return List.of(Finding.failed(
                    HOST,
                    "no primary of %s answered".formatted(srv),
                    "Check that the name's SRV records name members that this machine reaches."));
        }
        return settings.getClusterSettings().getHosts().stream()
                .map(host -> ask(settings, host))
                .toList();
    }

    private static Finding ask(MongoClientSettings settings, ServerAddress host) {
        MongoClientSettings direct = MongoClientSettings.builder(settings)
                .applyToClusterSettings(cluster -> cluster.mode(ClusterConnectionMode.SINGLE)
                        .requiredReplicaSetName(null)
                        .requiredClusterType(ClusterType.UNKNOWN)
                        .hosts(List.of(host))
                        .serverSelectionTimeout(SECONDS, TimeUnit.SECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(SECONDS, TimeUnit.SECONDS))
                .build();
        try (MongoClient client = MongoClients.create(direct)) {
            BsonDocument hello = client.getDatabase("admin")
                    .runCommand(new BsonDocument("hello", new BsonInt32(1)), BsonDocument.class);
            return answered(host, hello, settings.getClusterSettings().getRequiredReplicaSetName());
        } catch (MongoSecurityException e) {
            return Finding.failed(
                    HOST,
                    host + " answers, but does not accept this user and password",
                    "Check them, and authSource in the URI.");
        } catch (MongoException e) {
            return Finding.failed(
                    HOST,
                    "%s does not answer: %s".formatted(host, Plain.text(causeOf(e))),
                    "Start mongod there, or correct host and port in the URI; then look at firewall, bindIp and TLS.");
        }
    }

    private static Finding answered(ServerAddress host, BsonDocument hello, @Nullable String asked) {
        String set = hello.getString("setName", new BsonString("")).getValue();
        if (asked != null && hello.containsKey("msg")) {
            return Finding.failed(
                    "sharded cluster",
                    "%s is a mongos; the URI asks for the replica set \"%s\"".formatted(host, Plain.text(asked)),
                    "Leave replicaSet out of the URI.");
        }
        if (asked != null && !asked.equals(set)) {
            return set.isEmpty()
                    ? Finding.failed(
                            "replica set",
                            "%s is in no replica set; the URI asks for \"%s\"".formatted(host, Plain.text(asked)),
                            "Start it with --replSet and initiate the set, or correct the host.")
                    : Finding.failed(
                            "replica set",
                            "%s is in the set \"%s\"; the URI asks for \"%s\"".formatted(host, set, Plain.text(asked)),
                            "Write replicaSet=%s in the URI.".formatted(set));
        }
        return hello.containsKey("primary")
                ? Finding.failed(
                        HOST,
                        "%s answers and names the primary %s, which does not"
                                .formatted(host, hello.getString("primary").getValue()),
                        "Make that address reachable from here: members are reached by the names in rs.conf().")
                : Finding.failed(
                        "primary",
                        "%s answers, and knows no primary".formatted(host),
                        "Look at rs.status(): a majority of the members has to be up and to reach each other.");
    }

    /** The driver's own message repeats the view of the whole cluster; what matters is the innermost cause in it. */
    private static String causeOf(MongoException failure) {
        String said = Objects.requireNonNullElse(failure.getMessage(), "");
        int last = said.lastIndexOf("caused by {");
        if (last < 0) {
            return said.substring(0, Math.min(said.length(), 200));
        }
        String cause = said.substring(last + "caused by {".length());
        int end = cause.indexOf('}');
        return end < 0 ? cause : cause.substring(0, end);
    }
}

package io.lockkeeper.commandline.doctor;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.connection.ClusterConnectionMode;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.model.MemberClocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** Checks whether each member that can be primary answers, and how far their clocks are apart. */
final class Clocks {

    private static final Duration ALLOWANCE = AgentOptions.DEFAULT_CLOCK_SKEW_ALLOWANCE;
    private static final long LIMIT_MILLIS = 3_000;
    private static final BsonDocument HELLO = new BsonDocument("hello", new BsonInt32(1));

    private Clocks() {}

    static List<Finding> check(Database database, BsonDocument hello) {
        MemberClocks clocks = new MemberClocks();
        List<Finding> findings = new ArrayList<>();
        for (String host : hosts(hello)) {
            try {
                ask(database.settings(), host, clocks);
            } catch (MongoException e) {
                findings.add(Finding.warning(
                        "member",
                        host + " does not answer",
                        "See whether it runs, and whether this machine reaches it."));
            }
        }
        findings.add(
                clocks.offsets().isEmpty()
                        ? Finding.warning(
                                "clocks",
                                "were not compared: this is no member of a replica set, or none answered",
                                "Let NTP or chrony keep the clocks of all mongos hosts and members.")
                        : verdict(clocks));
        return findings;
    }

    private static List<String> hosts(BsonDocument hello) {
        return hello.getArray("hosts", new BsonArray()).stream()
                .map(host -> host.asString().getValue())
                .toList();
    }

    private static void ask(MongoClientSettings settings, String host, MemberClocks clocks) {
        MongoClientSettings direct = MongoClientSettings.builder(settings)
                .applyToClusterSettings(cluster -> cluster.hosts(List.of(new ServerAddress(host)))
                        .mode(ClusterConnectionMode.SINGLE)
                        .serverSelectionTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
                .build();
        try (MongoClient member = MongoClients.create(direct)) {
            member.getDatabase("admin").runCommand(HELLO, BsonDocument.class);
            long sent = System.nanoTime();
            BsonDocument answer = member.getDatabase("admin").runCommand(HELLO, BsonDocument.class);
            clocks.heard(answer, sent, System.nanoTime());
        }
    }

    private static Finding verdict(MemberClocks clocks) {
        return clocks.beyond(ALLOWANCE)
                .map(difference -> Finding.failed(
                        "clocks",
                        String.format(
                                Locale.ROOT,
                                "%s, more than the %d ms that agents allow by default",
                                difference,
                                ALLOWANCE.toMillis()),
                        "Let NTP or chrony keep the members' clocks; until then two holders may hold one lock"
                                + " after a failover."))
                .orElseGet(() -> Finding.ok("clocks", offsets(clocks)));
    }

    private static String offsets(MemberClocks clocks) {
        List<MemberClocks.Offset> offsets = clocks.offsets();
        return offsets.size() == 1
                ? "of one server only"
                : offsets.stream()
                        .map(each -> String.format(
                                Locale.ROOT,
                                "%s +%d ms (±%d)",
                                each.server(),
                                each.ahead().toMillis(),
                                each.uncertainty().toMillis() + 1))
                        .collect(Collectors.joining(", "));
    }
}

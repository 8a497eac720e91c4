package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Checks what kind of server it is, and whether a majority answers. */
final class ServerCheck {

    /** The wire version of MongoDB 5.0. */
    private static final int WIRE_VERSION_5_0 = 13;

    /** A projection that returns nothing of the stored content. */
    private static final BsonDocument ANYTHING = BsonDocument.parse("{ _id: 0, found: { $literal: 1 } }");

    private static final Duration SLOW = Duration.ofMillis(500);

    private ServerCheck() {}

    static List<Finding> check(Database database, BsonDocument hello) {
        List<Finding> findings = new ArrayList<>(List.of(version(database, hello), set(hello)));
        database.missing(hello)
                .ifPresent(missing -> findings.add(
                        Finding.failed("abilities", missing, "Use a replica set of MongoDB 5.0 or newer.")));
        if (!hello.getArray("arbiters", new BsonArray()).isEmpty()) {
            findings.add(Finding.warning(
                    "arbiter",
                    "the replica set has one: with a data-bearing member down no lock can be taken or renewed",
                    "Replace it by a member that bears data."));
        }
        findings.add(majority(database));
        return findings;
    }

    private static Finding version(Database database, BsonDocument hello) {
        BsonDocument build = database.database("admin")
                .runCommand(new BsonDocument("buildInfo", new BsonInt32(1)), BsonDocument.class);
        String product = product(hello, build);
        return hello.getInt32("maxWireVersion", new BsonInt32(0)).getValue() < WIRE_VERSION_5_0
                ? Finding.failed("version", product + " is older than 5.0", "Upgrade it to 5.0 or newer.")
                : Finding.ok("version", product);
    }

    /** What it is, as far as it says so: other makers say which version of MongoDB they stand for. */
    static String product(BsonDocument hello, BsonDocument build) {
        String mongodb =
                "MongoDB " + build.getString("version", new BsonString("?")).getValue();
        if (isDocumentDb(hello)) {
            return "Azure DocumentDB %s, which says %s"
                    .formatted(
                            hello.getDocument("internal").getArray("documentdb_versions", new BsonArray()).stream()
                                    .map(each ->
                                            each.isString() ? each.asString().getValue() : "?")
                                    .collect(Collectors.joining(", ")),
                            mongodb);
        }
        if (build.containsKey("ferretdb")) {
            return "FerretDB, which says " + mongodb;
        }
        boolean atlas = hello.getString("me", new BsonString(""))
                .getValue()
                .replaceAll(":\\d+$", "")
                .endsWith(".mongodb.net");
        return atlas ? mongodb + " at Atlas" : mongodb;
    }

    private static boolean isDocumentDb(BsonDocument hello) {
        return hello.isDocument("internal") && hello.getDocument("internal").containsKey("documentdb_versions");
    }

    private static Finding set(BsonDocument hello) {
        if (hello.containsKey("setName")) {
            return Finding.ok(
                    "replica set",
                    String.format(
                            Locale.ROOT,
                            "%s with %d members, primary %s",
                            hello.getString("setName").getValue(),
                            hello.getArray("hosts", new BsonArray()).size(),
                            hello.getString("primary", new BsonString("unknown"))
                                    .getValue()));
        }
        boolean mongos =
                hello.isString("msg") && hello.getString("msg").getValue().equals("isdbgrid");
        return mongos
                ? behindMongos(hello)
                : Finding.failed(
                        "replica set",
                        "this is a standalone server: it has no majority that outlives it, and no change streams",
                        "Start it with --replSet and initiate a replica set; one node will do.");
    }

    /** The finding about a mongos, whose answers show nothing of the servers behind it. */
    private static Finding behindMongos(BsonDocument hello) {
        return isDocumentDb(hello)
                ? Finding.warning(
                        "server",
                        "it answers as a mongos and is a DocumentDB, which Lockkeeper is not tested on",
                        "Use MongoDB 5.0 or newer for locks that matter.")
                : Finding.warning(
                        "sharded cluster",
                        "it answers as a mongos, so that its members are not seen from here; Lockkeeper is not tested on sharded clusters",
                        "Keep the collection locks unsharded, or shard it by _id. The clocks of all mongos hosts count.");
    }

    private static Finding majority(Database database) {
        long began = System.nanoTime();
        database.locks().find().projection(ANYTHING).limit(1).first();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        String found = String.format(Locale.ROOT, "a majority read took %d ms", took.toMillis());
        return took.compareTo(SLOW) > 0
                ? Finding.warning(
                        "majority", found, "Look at the replication lag, the network, and the load of the primary.")
                : Finding.ok("majority", found);
    }
}

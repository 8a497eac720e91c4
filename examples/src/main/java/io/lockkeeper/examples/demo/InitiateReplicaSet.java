package io.lockkeeper.examples.demo;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.bson.Document;

/** Makes a mongod on this machine the only member of the replica set {@code rs0}, and ends when it takes writes. */
final class InitiateReplicaSet {
    private static final int ALREADY_INITIALIZED = 23;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private InitiateReplicaSet() {}

    public static void main(String[] arguments) throws InterruptedException, TimeoutException {
        String address = "127.0.0.1:" + Integer.parseInt(arguments[0]);
        try (MongoClient client = MongoClients.create("mongodb://" + address + "/?directConnection=true")) {
            MongoDatabase admin = client.getDatabase("admin");
            initiate(admin, address);
            awaitPrimary(admin);
        }
    }

    private static void initiate(MongoDatabase admin, String address) {
        try {
            admin.runCommand(new Document("replSetInitiate", configuration(address)));
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != ALREADY_INITIALIZED) {
                throw e;
            }
            moveTo(admin, address);
        }
    }

    /** The data may be those of an earlier start on another port. */
    private static void moveTo(MongoDatabase admin, String address) {
        Document present = admin.runCommand(new Document("replSetGetConfig", 1)).get("config", Document.class);
        boolean moved = present.getList("members", Document.class).stream()
                .noneMatch(member -> address.equals(member.getString("host")));
        if (moved) {
            Document next = configuration(address).append("version", present.getInteger("version") + 1);
            admin.runCommand(new Document("replSetReconfig", next).append("force", true));
        }
    }

    private static Document configuration(String address) {
        return new Document("_id", "rs0").append("members", List.of(new Document("_id", 0).append("host", address)));
    }

    private static void awaitPrimary(MongoDatabase admin) throws InterruptedException, TimeoutException {
        long start = System.nanoTime();
        while (!admin.runCommand(new Document("hello", 1)).getBoolean("isWritablePrimary", false)) {
            if (System.nanoTime() - start > LIMIT_NANOS) {
                throw new TimeoutException("MongoDB has not become primary within a minute");
            }
            Thread.sleep(20);
        }
    }
}

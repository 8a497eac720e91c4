package io.lockkeeper.examples.other;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;

/** Has the demo's console watch the shop's locks, with evictions allowed: what an administrator does on its page Sources. */
final class WatchThem {

    private static final Map<String, String> DIALECTS = Map.of(
            "shedLock", "shedlock",
            "quartz_locks", "quartz-mongodb",
            "trackingtokens", "axon",
            "background_job_servers", "jobrunr-servers");

    private WatchThem() {}

    public static void main(String[] arguments) {
        String locks = Objects.requireNonNull(new ConnectionString(Shop.uri()).getDatabase(), "no database");
        try (MongoClient client = Shop.connect()) {
            MongoCollection<Document> sources =
                    client.getDatabase(locks + "_console").getCollection("sources");
            DIALECTS.forEach((collection, dialect) -> watch(sources, collection, dialect));
        }
    }

    private static void watch(MongoCollection<Document> sources, String collection, String dialect) {
        String id = "%s.%s/%s".formatted(Shop.DATABASE, collection, dialect);
        Instant now = Instant.now();
        sources.replaceOne(
                new Document("_id", id),
                new Document("database", Shop.DATABASE)
                        .append("collection", collection)
                        .append("dialect", dialect)
                        .append("addedAt", now)
                        .append("addedBy", "the demo")
                        .append("releasableSince", now)
                        .append("releasableBy", "the demo"),
                new ReplaceOptions().upsert(true));
    }
}

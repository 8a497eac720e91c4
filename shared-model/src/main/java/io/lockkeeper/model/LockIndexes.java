package io.lockkeeper.model;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The indexes of the {@code locks} collection. There is one beside {@code _id}, which every command of a lock uses.
 *
 * <p>{@value #PURGE}: read by the server's TTL monitor, which deletes the document of a lock that was not used for
 * {@link #RETENTION}. It is housekeeping alone: {@link Settle} decides the expiry of leases, and tokens keep growing
 * over a purge.
 */
public final class LockIndexes {

    public static final String PURGE = "lockkeeper_purge";
    public static final Duration RETENTION = Duration.ofDays(1);

    private LockIndexes() {}

    public static List<IndexModel> all() {
        return List.of(new IndexModel(
                Indexes.ascending("expiresAt"),
                new IndexOptions().name(PURGE).expireAfter(RETENTION.toSeconds(), TimeUnit.SECONDS)));
    }
}

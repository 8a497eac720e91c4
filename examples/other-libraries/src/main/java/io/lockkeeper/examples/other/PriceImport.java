package io.lockkeeper.examples.other;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.mongo.MongoLockProvider;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports prices under a lock of ShedLock. The instance that is started with {@code hanging} hangs in one of its imports, and holds the lock
 * for the four hours of its {@code lockAtMostFor}. Once an operator has released it by force, it wakes up and unlocks.
 */
final class PriceImport {

    private static final Logger log = LoggerFactory.getLogger(PriceImport.class);

    private static final String LOCK = "import-prices";
    private static final Duration AT_MOST = Duration.ofHours(4);
    private static final Duration AN_IMPORT = Duration.ofMillis(700);
    private static final Duration PAUSE = Duration.ofMillis(800);
    private static final Duration WAKES_AFTER = Duration.ofSeconds(20);

    private final MongoCollection<Document> locks;
    private final MongoLockProvider provider;
    private final long hangsAfter;
    private long imports;

    private PriceImport(MongoDatabase database, long hangsAfter) {
        this.locks = database.getCollection("shedLock");
        this.provider = new MongoLockProvider(database);
        this.hangsAfter = hangsAfter;
    }

    /** How many imports come before the one that hangs; none hangs without it. */
    public static void main(String[] arguments) throws InterruptedException {
        long hangsAfter = arguments.length > 1 ? Long.parseLong(arguments[1]) : Long.MAX_VALUE;
        PriceImport service = new PriceImport(Shop.database(), hangsAfter);
        log.info("{} imports prices", arguments[0]);
        Shop.repeat(PAUSE, service::importOnce);
    }

    private void importOnce() throws InterruptedException {
        Optional<SimpleLock> lock = provider.lock(new LockConfiguration(Instant.now(), LOCK, AT_MOST, Duration.ZERO));
        if (lock.isEmpty()) {
            log.debug("Another instance imports");
            return;
        }
        imports++;
        Thread.sleep(AN_IMPORT);
        if (imports > hangsAfter) {
            hang();
            imports = 0;
        }
        lock.get().unlock();
        log.info("Prices imported");
    }

    private void hang() throws InterruptedException {
        Object mine = lockedAt();
        log.warn("The supplier's server does not answer; this import hangs, and holds the lock for {}", AT_MOST);
        while (lockedAt().equals(mine)) {
            Thread.sleep(Duration.ofSeconds(1));
        }
        log.warn("Somebody else imports now. This instance does not know it, wakes up in {} and unlocks", WAKES_AFTER);
        Thread.sleep(WAKES_AFTER);
    }

    /** The value that differs from one acquisition to the next. */
    private Object lockedAt() {
        Document lock =
                Objects.requireNonNull(locks.find(new Document("_id", LOCK)).first());
        return Objects.requireNonNull(lock.get("lockedAt"));
    }
}

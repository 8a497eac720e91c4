package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.startup.RefusedStartException;
import io.lockkeeper.test.MongoServer;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A service that moves over from another library's locks by one property. */
@Timeout(60)
class MovingFromIT {

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @Test
    void oneLineHasEachLeaseHoldTheOldLockAsWell() {
        moving("shedlock").run(context -> {
            LockAgent agent = context.getBean(LockAgent.class);
            try (Lease lease = agent.acquire("report")) {
                assertThat(oldLock("shedLock").getString("lockedBy")).startsWith("lockkeeper:orders:");
                assertThat(lease.isHeld()).isTrue();
            }
            database.getCollection("shedLock")
                    .updateOne(
                            new Document("_id", "report"),
                            new Document(
                                    "$set",
                                    new Document("lockUntil", Instant.now().plusSeconds(60))
                                            .append("lockedBy", "an old pod")));
            assertThat(agent.tryAcquire("report")).isEmpty();
        });
    }

    @Test
    void theOldCollectionMayBeAnother() {
        moving("shedlock:%s.jobs".formatted(database.getName())).run(context -> {
            try (Lease lease = context.getBean(LockAgent.class).acquire("report")) {
                assertThat(oldLock("jobs").getString("lockedBy")).startsWith("lockkeeper:orders:");
                assertThat(lease.isHeld()).isTrue();
            }
        });
    }

    @Test
    void whatCannotBeMovedFromIsRefusedAtTheStart() {
        moving("redlock")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(IllegalArgumentException.class)
                        .hasStackTraceContaining(RefusedStartException.class.getName())
                        .hasStackTraceContaining("\"redlock\" is no library to move over from"));
        moving("mongoose-article")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(RefusedStartException.class.getName())
                        .hasStackTraceContaining("give the agent another database"));
    }

    private ApplicationContextRunner moving(String from) {
        return Contexts.on(database).withPropertyValues("lockkeeper.moving-from=" + from);
    }

    private Document oldLock(String collection) {
        Document found = database.getCollection(collection)
                .find(new Document("_id", "report"))
                .first();
        assertThat(found).isNotNull();
        return found;
    }
}

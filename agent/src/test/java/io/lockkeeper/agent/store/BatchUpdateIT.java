package io.lockkeeper.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.test.FailPoint;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is asked together, of a real server that is slow to answer. */
@OwnServer
class BatchUpdateIT {

    private static final Duration TTL = Duration.ofSeconds(60);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Owner OWNER = new Owner("agent", "service", "instance", "host", 1, "thread", "");
    private static final LockName ORDERS = new LockName("orders");
    private static final LockName REPORT = new LockName("report");

    @SuppressWarnings("NullAway.Init")
    private static ReplicaSet server;

    private final MongoLockStore store =
            new MongoLockStore(server.client(), server.client().getDatabase("combined"), System::nanoTime);

    @BeforeAll
    static void startServer() {
        server = ReplicaSet.start(1);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    /** An acquirer counts on it that nothing of it lands once the time of the call is over. */
    @Test
    void whatIsLeftForASecondSendingHasNoMoreTimeThanTheFirst() {
        List<Ask.Combinable> asks = List.of(
                new Ask.Enqueue(ORDERS, request("a", 1)),
                new Ask.Enqueue(REPORT, request("b", 1)),
                new Ask.Enqueue(ORDERS, request("c", 2))); // another capacity: goes after the others, alone
        assertThat(store.applyAll(List.of(asks.get(0), asks.get(1)), "s0", TIMEOUT))
                .allMatch(Reply.Answered.class::isInstance);

        FailPoint slow = server.failCommand(
                new Document("failCommands", List.of("find", "findAndModify"))
                        .append("blockConnection", true)
                        .append("blockTimeMS", TIMEOUT.toMillis() * 3 / 4),
                2);
        List<Reply> replies = store.applyAll(asks, "s1", TIMEOUT);
        slow.off();

        assertThat(replies.get(2)).isInstanceOf(Reply.Unknown.class);
    }

    private static Request request(String acquirer, int capacity) {
        return new Request(acquirer, 1, capacity, TTL, OWNER);
    }
}

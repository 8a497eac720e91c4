package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Taking turns over many locks. */
@Timeout(60)
class LongestIdleIT {

    @RegisterExtension
    private final TestAgents agents = new TestAgents();

    private final LockAgent one = agents.agent("sync-1");
    private final LockAgent other = agents.agent("sync-2");

    @Test
    void theOneThatHasBeenIdleLongestIsTakenAndWhatOthersHoldIsSkipped() throws InterruptedException {
        List<LockRequest> customers = requests(3);
        List<String> first = List.of(next(one, customers), next(other, customers), next(one, customers));
        assertThat(first).containsExactly("customer-0", "customer-1", "customer-2");

        try (Lease held = other.acquire("customer-0")) {
            assertThat(next(one, customers)).isEqualTo("customer-1");
            assertThat(next(one, customers)).isEqualTo("customer-2");
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(next(one, customers)).isEqualTo("customer-1");
        assertThat(next(one, customers)).isEqualTo("customer-2");
        assertThat(next(one, customers)).isEqualTo("customer-0");
    }

    @Test
    void whereAllAreInUseThereIsNone() {
        List<LockRequest> customers = requests(2);
        Lease first = one.tryAcquireLongestIdle(customers).orElseThrow();
        Lease second = other.tryAcquireLongestIdle(customers).orElseThrow();

        assertThat(first.name()).isNotEqualTo(second.name());
        assertThat(one.tryAcquireLongestIdle(customers)).isEmpty();
        first.close();
        second.close();
    }

    @Test
    void tenThousandLocksAreLookedAtInOneRoundTrip() {
        List<String> commands = new CopyOnWriteArrayList<>();
        MongoClientSettings settings = MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(MongoServer.shared().uri()))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        commands.add(event.getCommandName());
                    }
                })
                .build();
        try (MongoClient client = MongoClients.create(settings);
                LockAgent agent = LockAgent.connect(client, agents.database(), TestAgents.options("sync"))) {
            List<LockRequest> customers = requests(10_000);
            for (int i = 0; i < 3; i++) {
                next(agent, customers);
            }
            commands.clear();

            assertThat(next(agent, customers)).isEqualTo("customer-3");
            assertThat(commands).containsExactly("find", "findAndModify", "findAndModify");
        }
    }

    private static String next(LockAgent agent, List<LockRequest> requests) {
        try (Lease lease = agent.tryAcquireLongestIdle(requests).orElseThrow()) {
            return lease.name();
        }
    }

    private static List<LockRequest> requests(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> LockRequest.of("customer-" + i))
                .toList();
    }
}

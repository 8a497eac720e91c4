package io.lockkeeper.agent;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process that takes one lock, never closes its agent in its own code, and ends by {@code System.exit} when it reads a line. */
final class EndingProcess {

    private static final Duration MOMENT = Duration.ofMillis(500);

    private EndingProcess() {}

    /** How the process is to come to its end. */
    enum Way {
        /** Nothing closes the agent. */
        WITHOUT_HOOK,
        /** The agent's hook closes it at once. */
        HOOK,
        /** The agent's hook leaves the holder time, who releases a moment later. */
        GRACE,
        /** The process has a hook of its own, too, that closes the agent and then the client when the agent's hook has begun to release. */
        TWO_HOOKS
    }

    public static void main(String[] args) throws Exception {
        Way way = Way.valueOf(args[3]);
        SlowRelease slow = new SlowRelease(way == Way.TWO_HOOKS);
        MongoClient client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(args[0]))
                .addCommandListener(slow)
                .build());
        LockAgent agent = LockAgent.connect(client, args[1], options(way));
        Lease lease = agent.acquire(args[2]);
        if (way == Way.TWO_HOOKS) { // so that the release takes two commands, one after the other
            agent.acquire(LockRequest.of("lingering").withShortestHold(Duration.ofSeconds(5)));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> atTheEnd(way, agent, lease, client, slow)));
        System.out.println("acquired " + lease.token());
        int order = System.in.read();
        slow.begin();
        System.exit(order < 0 ? 1 : 0);
    }

    private static AgentOptions options(Way way) {
        AgentOptions options = TestAgents.options("ending");
        return switch (way) {
            case WITHOUT_HOOK -> options;
            case HOOK, TWO_HOOKS -> options.withShutdownHook(Duration.ZERO);
            case GRACE -> options.withShutdownHook(Duration.ofSeconds(Long.MAX_VALUE));
        };
    }

    private static void atTheEnd(Way way, LockAgent agent, Lease lease, MongoClient client, SlowRelease slow) {
        if (way == Way.GRACE) {
            await(new CountDownLatch(1), MOMENT);
            System.out.println("released " + lease.release());
        }
        if (way == Way.TWO_HOOKS) {
            await(slow.begun, Duration.ofSeconds(30));
            agent.close();
            client.close();
        }
    }

    private static void await(CountDownLatch latch, Duration longest) {
        try {
            var unused = latch.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Holds each change back for a moment, from when the process ends. */
    private static final class SlowRelease implements CommandListener {
        private final boolean slow;
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile boolean ending;

        SlowRelease(boolean slow) {
            this.slow = slow;
        }

        void begin() {
            ending = true;
        }

        @Override
        public void commandStarted(CommandStartedEvent event) {
            boolean changes = event.getCommandName().equals("update")
                    || event.getCommandName().equals("findAndModify");
            if (slow && ending && changes) {
                begun.countDown();
                await(new CountDownLatch(1), MOMENT);
            }
        }
    }
}

package io.lockkeeper.examples.features;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import java.time.Duration;
import java.util.Objects;

/** What all of the programs do the same way: connect, say what they see, and fail where it is not what it should be. */
final class Example {

    private static final String URI = Objects.requireNonNullElse(
            System.getenv("LOCKKEEPER_MONGODB_URI"), "mongodb://127.0.0.1:27117/lockkeeper?replicaSet=rs0");

    private Example() {}

    static MongoClient client() {
        return MongoClients.create(URI);
    }

    /** An agent as a service of that name would open it, with leases short enough to watch one end. */
    static LockAgent agent(MongoClient client, String service) {
        String database = Objects.requireNonNullElse(new ConnectionString(URI).getDatabase(), "lockkeeper");
        AgentOptions options = AgentOptions.forService(service)
                .withClockSkewAllowance(Duration.ofMillis(100))
                .withTtl(Duration.ofSeconds(2));
        return LockAgent.connect(client, database, options);
    }

    static void say(Object what) {
        System.out.println(what);
    }

    static void check(boolean holds, String promise) {
        if (!holds) {
            throw new IllegalStateException("Broken promise: " + promise);
        }
        say("ok: " + promise);
    }
}

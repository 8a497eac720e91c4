package io.lockkeeper.agent;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A process that takes one lock and then does what it reads: {@code held}, {@code release}. */
final class LeaseHolderProcess {

    private LeaseHolderProcess() {}

    public static void main(String[] args) throws Exception {
        try (MongoClient client = MongoClients.create(args[0])) {
            AgentOptions options = TestAgents.options("holder").withTtl(Duration.ofMillis(Long.parseLong(args[3])));
            LockAgent agent = LockAgent.connect(client, args[1], options);
            Lease lease = agent.acquire(args[2]);
            lease.onLoss((lost, loss) -> System.out.println("lost " + loss));
            System.out.println("acquired " + lease.token());
            obey(lease);
        }
    }

    private static void obey(Lease lease) throws IOException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            switch (order) {
                case "held" -> System.out.println("held " + lease.isHeld());
                case "release" -> System.out.println("released " + lease.release());
                default -> throw new IllegalArgumentException(order);
            }
        }
    }
}

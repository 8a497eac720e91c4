package io.lockkeeper.host;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** A service that embeds an agent, as a process of its own: takes a lock, and then does what a test says. */
final class EmbeddingProcess {

    private EmbeddingProcess() {}

    /** With the arguments: MongoDB, database, socket, lock, ttl in milliseconds, whether it starts a command. */
    public static void main(String[] args) throws Exception {
        AgentOptions options = AgentOptions.forService("embedding")
                .withTtl(Duration.ofMillis(Long.parseLong(args[4])))
                .withHostAgent(Path.of(args[2]));
        try (MongoClient client = MongoClients.create(args[0]);
                LockAgent agent = LockAgent.connect(
                        client, args[1], Boolean.parseBoolean(args[5]) ? options.withCommand() : options)) {
            System.out.println("asks");
            var lease = agent.acquire(LockRequest.of(args[3]));
            System.out.println("holds " + lease.token());
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String order = orders.readLine(); order != null && !order.equals("close"); order = orders.readLine()) {
                switch (order) {
                    case "exit" -> Runtime.getRuntime().halt(3);
                    case "interrupt" -> Thread.getAllStackTraces().keySet().forEach(Thread::interrupt);
                    case "command" -> {
                        Process command = new ProcessBuilder("sleep", "600").start();
                        agent.continuesIn(command.pid());
                        System.out.println("command " + command.pid());
                    }
                    default -> System.out.println("held " + lease.isHeld());
                }
            }
        }
        System.out.println("closed");
        var unused = System.in.read(); // lives on
    }
}

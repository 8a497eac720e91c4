package io.lockkeeper.faults.client;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.ServerUnavailableException;
import io.lockkeeper.agent.WakeMode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A process with one agent, that does what it reads line by line and writes down what it saw. Without more to read it ends. */
final class ClientMain {

    private static final Duration START_LIMIT = Duration.ofSeconds(50);

    private ClientMain() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("logback.configurationFile", "logback-faults.xml");
        PrintStream lines = System.out;
        System.setOut(System.err); // what anybody else prints is no line of the journal
        String name = args[2];
        AgentOptions options = options(args);
        Journal journal = new Journal(name, lines);
        try (Resource resource = new Resource(Path.of(args[6]));
                MongoClient client = MongoClients.create(settings(args[0], name))) {
            LockAgent agent = whenThereIsAPrimary(() -> LockAgent.connect(client, args[1], options));
            Operator operator = new Operator(client, args[1], journal);
            lines.println("ready");
            obey(new Session(agent, resource, journal, operator, options.ttl()));
        }
        System.exit(0); // threads that still wait for an answer never get one
    }

    /** Until there is a primary, as a service does that starts while its database has none. */
    static <T> T whenThereIsAPrimary(Callable<T> connect) throws Exception {
        long giveUpAt = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            try {
                return connect.call();
            } catch (ServerUnavailableException e) {
                if (giveUpAt - System.nanoTime() < 0) {
                    throw e;
                }
            }
        }
    }

    /** As the arguments say: those of {@link ClientProcess.Setup}. */
    static AgentOptions options(String... args) {
        return AgentOptions.forService(args[2])
                .withWakes(WakeMode.valueOf(args[7]))
                .withInstance(args[2])
                .withClockSkewAllowance(Duration.ofMillis(Long.parseLong(args[4])))
                .withTtl(Duration.ofMillis(Long.parseLong(args[3])))
                .withAnswerTimeout(Duration.ofMillis(Long.parseLong(args[5])));
    }

    private static void obey(Session session) throws Exception {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            session.obey(order);
        }
    }

    /** The application's name lets a fail point hit only this client; the rest is what docs/reference/operations.md recommends. */
    static MongoClientSettings settings(String uri, String name) {
        return MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(uri))
                .applicationName(name)
                .applyToServerSettings(server -> server.heartbeatFrequency(1, TimeUnit.SECONDS))
                .applyToSocketSettings(
                        socket -> socket.connectTimeout(2, TimeUnit.SECONDS).readTimeout(2, TimeUnit.SECONDS))
                .build();
    }
}

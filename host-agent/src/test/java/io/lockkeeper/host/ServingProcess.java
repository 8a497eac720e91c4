package io.lockkeeper.host;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.session.HostSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A host agent as a process of its own, with the options of the JVM that the command has. Serves until its input ends; asked to end by a signal, it
 * hands over.
 */
final class ServingProcess {

    private ServingProcess() {}

    /** With the arguments: MongoDB, database, socket. */
    public static void main(String[] args) throws Exception {
        HostSettings settings = new HostSettings(
                Path.of(args[2]), null, "shop", false, AgentOptions.forService("host-agent"), HostLimits.DEFAULT);
        try (MongoClient client = MongoClients.create(args[0])) {
            HostAgent host = HostAgent.serve(client, args[1], settings);
            Thread handOver = new Thread(() -> handOver(host));
            Runtime.getRuntime().addShutdownHook(handOver);
            System.out.println("serves");
            while (System.in.read() >= 0) {
                // until the end
            }
            Runtime.getRuntime().removeShutdownHook(handOver);
            var unused = host.stop(Duration.ZERO);
        }
    }

    private static void handOver(HostAgent host) {
        try {
            host.handOver();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

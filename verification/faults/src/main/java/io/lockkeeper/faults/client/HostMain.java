package io.lockkeeper.faults.client;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.history.RecordedProcess;
import io.lockkeeper.host.HostAgent;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.session.HostSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

/** When a present finding was first seen: by this console, another one, or before a restart. */
public final class HostMain {

    private static final Duration GRACE = Duration.ofSeconds(1);

    private HostMain() {}

    /** Starts one in a process of its own, without waiting for it. */
    public static RecordedProcess start(String name, Setup setup, Path socket, History history) {
        String[] arguments = Stream.concat(Arrays.stream(setup.arguments(name)), Stream.of(socket.toString()))
                .toArray(String[]::new);
        return new RecordedProcess(name, history, setup.place(), setup.overlay(), HostMain.class, arguments);
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("logback.configurationFile", "logback-faults.xml");
        PrintStream lines = System.out;
        System.setOut(System.err);
        HostSettings settings =
                new HostSettings(Path.of(args[8]), null, "faults", false, ClientMain.options(args), HostLimits.DEFAULT);
        try (MongoClient client = MongoClients.create(ClientMain.settings(args[0], args[2]))) {
            HostAgent host = ClientMain.whenThereIsAPrimary(() -> HostAgent.serve(client, args[1], settings));
            lines.println("ready");
            awaitOrder();
            if (!host.stop(GRACE)) {
                System.err.println("Not all was released: the rest stays locked until it expires");
            }
        }
        System.exit(0);
    }

    /** Any word, or the end of what there is to say. */
    private static void awaitOrder() throws IOException {
        var unused = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    }
}

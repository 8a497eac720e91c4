package io.lockkeeper.commandline.doctor;

import static java.util.Objects.requireNonNull;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.Output;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The other process of a proof: does what its standard input says, line by line, and ends with it. */
@Command(name = ProofPeerCommand.NAME, hidden = true)
public final class ProofPeerCommand implements Callable<Integer> {

    static final String NAME = "proof-peer";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private Output output = new Output();

    @Option(names = "--rate", required = true)
    private int rate;

    private final Map<String, Lease> leases = new HashMap<>();

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Database named = connection.connect();
                Database database = named.beside(named.name(), new Pace(rate));
                LockAgent agent = LockAgent.connect(database.client(), database.name(), options("proof-peer"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            Increments increments = new Increments(database, agent);
            output.print("ready");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.print(obey(line.split(" ", -1), agent, increments));
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return 0;
    }

    /** The shortest ttl, so that what a dead process held is soon free. */
    static AgentOptions options(String service) {
        return AgentOptions.forService(service)
                .withTtl(AgentOptions.DEFAULT_CLOCK_SKEW_ALLOWANCE.multipliedBy(10))
                .withoutHostAgent();
    }

    /** For a lock of the proof, with a bound that lets the proof end. */
    static LockRequest request(String lock) {
        return LockRequest.of(lock).withLongestWait(LONGEST_WAIT);
    }

    private String obey(String[] words, LockAgent agent, Increments increments) throws InterruptedException {
        try {
            switch (words[0]) {
                case "add" -> increments.add(words[1].equals("locked"), Integer.parseInt(words[2]));
                case "take" -> leases.put(words[1], agent.acquire(request(words[1])));
                case "free" -> requireNonNull(leases.remove(words[1])).close();
                default -> throw new IllegalArgumentException("not understood: " + words[0]);
            }
            return "done";
        } catch (RuntimeException e) {
            return "failed: " + e.getMessage();
        }
    }
}

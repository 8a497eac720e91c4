package io.lockkeeper.benchmark.worker;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.lockkeeper.benchmark.store.Java;
import io.lockkeeper.peers.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A worker process as the one that gives the orders sees it. An order may be given to several before their answers are read. */
public final class Worker implements AutoCloseable {

    /**
     * The second compiler works on code of this size for some ten seconds of processor time, which a run of seconds would count as the
     * lock's; what the first makes of it is there at once.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final List<String> OPTIONS = List.of("-Xmx512m", "-Xshare:auto");

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final Process process;
    private final PrintWriter orders;
    private final BufferedReader answers;

    private Worker(Process process) {
        this.process = process;
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a process that uses the peer at the address; its first answer says that it is ready. */
    public static Worker start(Peer peer, String address) throws IOException {
        return start(peer, address, Stream.concat(OPTIONS.stream(), Stream.of(FIRST_COMPILER)));
    }

    /** One that runs as a service does after a while, for what takes less time than a call of a server. */
    public static Worker startWithBothCompilers(Peer peer, String address) throws IOException {
        Worker worker = start(peer, address, OPTIONS.stream());
        worker.answer();
        return worker;
    }

    private static Worker start(Peer peer, String address, Stream<String> options) throws IOException {
        List<String> line = Java.line(options.toList(), WorkerMain.class.getName(), peer.name(), address);
        return new Worker(
                new ProcessBuilder(line).redirectError(Redirect.INHERIT).start());
    }

    public void tell(String order) {
        orders.println(order);
    }

    /** The answer to the earliest order that was not answered yet. */
    public String answer() throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith("ok")) {
            throw new IllegalStateException("A worker said: " + line);
        }
        return line.substring(2).strip();
    }

    public String ask(String order) throws IOException {
        tell(order);
        return answer();
    }

    public Block block() throws IOException {
        return Block.parse(answer());
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Without orders to come the process ends by itself. */
    @Override
    public void close() {
        orders.close();
        process.onExit()
                .completeOnTimeout(process, CLOSE_LIMIT.toMillis(), MILLISECONDS)
                .join();
        process.destroyForcibly().onExit().join();
    }
}

package io.lockkeeper.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/** The process of {@link Waiting} as the one that releases sees it. */
final class WaitingProcess implements AutoCloseable {

    private final PrintWriter orders;
    private final BufferedReader answers;

    private WaitingProcess(Process process) {
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    static WaitingProcess start(String uri) throws IOException {
        WaitingProcess started = new WaitingProcess(new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waiting.class.getName(),
                        uri)
                .redirectError(Redirect.INHERIT)
                .start());
        started.awaitReady();
        return started;
    }

    void tell(String order) {
        orders.println(order);
    }

    void awaitReady() throws IOException {
        expect("ready");
    }

    /** When the grant was returned there. The lock has been released since. */
    long grantedAt() throws IOException {
        long at = Long.parseLong(expect("granted"));
        awaitReady();
        return at;
    }

    private String expect(String answer) throws IOException {
        String line = answers.readLine();
        if (line == null || !line.startsWith(answer)) {
            throw new IllegalStateException("The waiting process was to say " + answer + ", and said " + line);
        }
        return line.substring(answer.length()).strip();
    }

    /** Without orders to come the process ends by itself. */
    @Override
    public void close() {
        orders.close();
    }
}

package io.lockkeeper.faults.peer;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.EventText;
import io.lockkeeper.faults.peer.Caller.Order;
import io.lockkeeper.peers.LockClient;
import io.lockkeeper.peers.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A process that uses one of the locks by orders, one a line, and prints what it sees. It ends with its input. */
final class PeerMain {

    private final LockClient locks;
    private final Counter counter;
    private final Consumer<Event> journal;
    private final String client;
    private final Map<String, Caller> callers = new ConcurrentHashMap<>();
    private volatile boolean stopped;

    private PeerMain(LockClient locks, Counter counter, Consumer<Event> journal, String client) {
        this.locks = locks;
        this.counter = counter;
        this.journal = journal;
        this.client = client;
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("logback.configurationFile", "logback-faults.xml");
        PrintStream lines = System.out;
        System.setOut(System.err); // what anybody else prints is no line of the journal
        try (Counter counter = new Counter(Path.of(args[3]));
                LockClient locks = Peer.valueOf(args[0]).open(args[1])) {
            PeerMain main = new PeerMain(locks, counter, event -> lines.println(EventText.write(event)), args[2]);
            lines.println("ready");
            main.obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        }
        System.exit(0); // threads that still wait for an answer never get one
    }

    private void obey(BufferedReader orders) throws IOException {
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            String[] words = order.split(" ", -1);
            switch (words[0]) {
                case "acquire" -> start(() -> caller(words[1], words[2]).hold());
                case "count" -> start(() -> count(words[1], words[2]));
                case "stop" -> stopped = true;
                default -> caller(words[1]).tell(Order.valueOf(words[0]));
            }
        }
    }

    private void count(String call, String lock) throws InterruptedException, IOException {
        for (int i = 1; !stopped; i++) {
            caller(call + "-" + i, lock).count();
        }
    }

    private Caller caller(String call, String lock) {
        Caller caller = new Caller(locks, counter, journal, client, call, lock);
        callers.put(call, caller);
        return caller;
    }

    private Caller caller(String call) {
        return Objects.requireNonNull(callers.get(call), call);
    }

    private interface Action {
        void run() throws InterruptedException, IOException;
    }

    private static void start(Action action) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                action.run();
            } catch (InterruptedException | IOException e) {
                System.err.println("A caller came to an early end: " + e);
            }
        });
    }
}

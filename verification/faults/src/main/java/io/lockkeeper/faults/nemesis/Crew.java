package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** The clients that work while things break. Who was killed is replaced by another of a new name. */
public final class Crew implements AutoCloseable {

    private static final int CALLERS = 4;

    private final Setup setup;
    private final History history;
    private final SplittableRandom random;
    private final List<ClientProcess> clients = new ArrayList<>();
    private final List<ClientProcess> paused = new ArrayList<>();
    private int started;

    private Crew(Setup setup, History history, SplittableRandom random) {
        this.setup = setup;
        this.history = history;
        this.random = random;
    }

    public static Crew start(int size, Setup setup, History history, SplittableRandom random)
            throws InterruptedException {
        Crew crew = new Crew(setup, history, random);
        for (int i = 0; i < size; i++) {
            crew.clients.add(crew.launch(setup));
        }
        for (ClientProcess client : crew.clients) {
            crew.work(client);
        }
        return crew;
    }

    /** Of its locks. */
    String database() {
        return setup.database();
    }

    List<ClientProcess> all() {
        return List.copyOf(clients);
    }

    ClientProcess any() {
        return clients.get(random.nextInt(clients.size()));
    }

    Optional<ClientProcess> find(String name) {
        return clients.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    void pause(ClientProcess client) {
        client.pause();
        paused.add(client);
    }

    void kill(ClientProcess client) {
        client.kill();
    }

    /** One more, elsewhere or with another clock, until the next {@link #heal}. */
    ClientProcess hire(Map<String, String> environment) throws InterruptedException {
        ClientProcess client = launch(setup.at(setup.place().with(environment)));
        clients.add(client);
        work(client);
        return client;
    }

    void dismiss(ClientProcess client) {
        kill(client);
        client.close();
        clients.remove(client);
    }

    void heal() throws InterruptedException {
        paused.forEach(ClientProcess::resume);
        paused.clear();
        for (int i = 0; i < clients.size(); i++) {
            if (!clients.get(i).isRunning()) {
                clients.get(i).close();
                clients.set(i, launch(setup));
                work(clients.get(i));
            }
        }
    }

    public void stop() {
        clients.forEach(ClientProcess::stop);
    }

    @Override
    public void close() {
        clients.forEach(ClientProcess::close);
    }

    private ClientProcess launch(Setup how) {
        return ClientProcess.start("client-" + ++started, how, history);
    }

    private void work(ClientProcess client) throws InterruptedException {
        client.awaitReady().work(CALLERS, random.nextLong());
    }
}

package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.history.History;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** The clients that work while things break. Who was killed is replaced by another of a new name. */
public final class Crew implements AutoCloseable {

    private static final int CALLERS = 4;

    private final List<Hire> hires;
    private final Optional<HostSeat> host;
    private final Setup setup;
    private final History history;
    private final SplittableRandom random;
    private final List<ClientProcess> clients = new ArrayList<>();
    private final List<ClientProcess> paused = new ArrayList<>();
    private int started;

    /** How one of its clients is started, with the number that its name ends with. */
    @FunctionalInterface
    public interface Hire {
        ClientProcess launch(int number);
    }

    private Crew(List<Hire> hires, Optional<HostSeat> host, Setup setup, History history, SplittableRandom random) {
        this.hires = hires;
        this.host = host;
        this.setup = setup;
        this.history = history;
        this.random = random;
    }

    /** Clients that embed their agents. */
    public static Crew start(int size, Setup setup, History history, SplittableRandom random)
            throws InterruptedException {
        Hire embedding = number -> ClientProcess.start("client-" + number, setup, history);
        return start(Collections.nCopies(size, embedding), Optional.empty(), setup, history, random);
    }

    /** Clients of any kind; those of a host agent find it started. */
    public static Crew start(
            List<Hire> hires, Optional<HostSeat> host, Setup setup, History history, SplittableRandom random)
            throws InterruptedException {
        Crew crew = new Crew(hires, host, setup, history, random);
        for (Hire hire : hires) {
            crew.clients.add(hire.launch(++crew.started));
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

    /** Of the clients that need one. */
    HostSeat host() {
        return host.orElseThrow(() -> new IllegalStateException("There is no host agent"));
    }

    /** The clients that take orders call by call. */
    List<ClientProcess> takingOrders() {
        return clients.stream().filter(ClientProcess::takesOrders).toList();
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
        ClientProcess client = ClientProcess.start(
                "client-" + ++started, setup.at(setup.place().with(environment)), history);
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
        if (host.isPresent()) {
            host.get().heal();
        }
        for (int i = 0; i < clients.size(); i++) {
            if (!clients.get(i).isRunning()) {
                clients.get(i).close();
                clients.set(i, hires.get(i).launch(++started));
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
        host.ifPresent(HostSeat::close);
    }

    private void work(ClientProcess client) throws InterruptedException {
        client.awaitReady().work(CALLERS, random.nextLong());
    }
}

package io.lockkeeper.host.session;

import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.Peer;
import io.lockkeeper.host.session.SimulatedTime.Party;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection between a process and a daemon. What was written is read, also after the daemon's end. */
final class SimulatedLine implements Peer {

    private final SimulatedTime time;
    private final SimulatedDaemon daemon;
    private final SimulatedClient client;
    private final String user;
    private final long delay;
    private @Nullable HostSession session;
    private boolean over;

    SimulatedLine(SimulatedTime time, SimulatedDaemon daemon, SimulatedClient client, String user, long delay) {
        this.time = time;
        this.daemon = daemon;
        this.client = client;
        this.user = user;
        this.delay = delay;
    }

    SimulatedDaemon daemon() {
        return daemon;
    }

    /** The daemon has read its hello. */
    void opens(HostSession opened) {
        session = opened;
    }

    HostSession session() {
        return Objects.requireNonNull(session);
    }

    /** The process has lost it, which the daemon sees later. */
    void cut(long seenAfter) {
        client.ended(this);
        time.after(seenAfter, Party.HOST_AGENT, () -> {
            if (daemon.isAlive()) {
                end();
            }
        });
    }

    /** The process writes, and the daemon does that when it reads it. */
    void write(Runnable read) {
        time.after(delay, Party.HOST_AGENT, () -> {
            if (daemon.isAlive() && !over) {
                read.run();
            }
        });
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public Optional<String> pid() {
        return Optional.empty();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void answer(long seen, long re, JsonLine answer) {
        send(new JsonLine().with("seen", seen).with("re", re).with(answer));
    }

    @Override
    public void send(JsonLine line) {
        if (!over) {
            time.after(delay, Party.PROCESS, () -> client.hear(this, line));
        }
    }

    @Override
    public void close() {
        end();
    }

    @Override
    public void end() {
        if (!over) {
            over = true;
            if (session != null) {
                session.disconnected(this);
            }
            time.after(delay, Party.PROCESS, () -> client.ended(this));
        }
    }
}

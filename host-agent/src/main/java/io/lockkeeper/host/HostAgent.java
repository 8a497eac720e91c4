package io.lockkeeper.host;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.Succession;
import io.lockkeeper.host.door.HostDoor;
import io.lockkeeper.host.door.SocketPlace;
import io.lockkeeper.host.kernel.BootClock;
import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.report.HostFigures;
import io.lockkeeper.host.report.HostPort;
import io.lockkeeper.host.report.ServedList;
import io.lockkeeper.host.session.HostParts;
import io.lockkeeper.host.session.HostSession;
import io.lockkeeper.host.session.HostSessions;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.host.session.PeerSession;
import io.lockkeeper.host.session.QueueNotices;
import io.lockkeeper.host.state.HostState;
import io.lockkeeper.host.state.KeptSession;
import io.lockkeeper.host.watch.DeadAgents;
import io.lockkeeper.host.watch.Watches;
import io.lockkeeper.model.AgentDocument;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers the locks of one database to every process of this machine, on a Unix socket. A process that ends frees its locks at once; one
 * that falls silent frees them after their ttl at the latest. Embeds one {@link LockAgent}.
 *
 * <p>The protocol is one JSON object a line, both ways; {@code protocol.schema.json} beside this class describes it.
 */
public final class HostAgent {

    private static final Logger log = LoggerFactory.getLogger(HostAgent.class);
    private static final long LOOK_MILLIS = 20;
    private static final long ANSWERS_WITHIN = 1_000;
    private static final Duration LONGER = Duration.ofSeconds(5);

    private final HostParts parts;
    private final DeadAgents deadAgents;
    private final ServedList list;
    private final SocketPlace place;
    private final HostDoor door;
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private volatile @Nullable HostPort port;

    private HostAgent(HostParts parts, DeadAgents deadAgents, ServedList list, SocketPlace place) throws IOException {
        this.parts = parts;
        this.deadAgents = deadAgents;
        this.list = list;
        this.place = place;
        this.door = new HostDoor(
                place,
                parts,
                new Watches(parts, deadAgents),
                () -> ended.complete("Another program has put a socket of its own in the place of this one"));
    }

    /**
     * Connects as {@link LockAgent#connect} does, and serves from then on.
     *
     * @throws IOException if another host agent serves this socket, the folder is open to other users, or the socket cannot be made
     */
    public static HostAgent serve(MongoClient client, String database, HostSettings settings) throws IOException {
        SocketPlace place = SocketPlace.take(settings.socket(), settings.group());
        try {
            QueueNotices notices = new QueueNotices();
            ProcessProof.Kernel kernel = ProcessProof.Kernel.ofThisProcess(Path.of("/proc"));
            HostState state = HostState.open(place.stateFile(), kernel, settings.store());
            HostParts parts = new HostParts(
                    Succession.connect(
                            client,
                            database,
                            settings.agent().withObserver(notices).withoutHostAgent(),
                            state.name()),
                    notices,
                    new HostLoop(BootClock.ofThisMachine()),
                    settings,
                    new HostSessions(),
                    kernel,
                    new HostFigures(),
                    state);
            HostAgent host = new HostAgent(
                    parts,
                    new DeadAgents(client, database, settings.agent().instance()),
                    new ServedList(client, database, settings.agent()),
                    place);
            host.start();
            return host;
        } catch (IOException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    private void start() throws IOException {
        parts.loop().post(this::goOn);
        door.open();
        parts.loop().start(() -> ended.complete("Its loop has failed, as the log says"));
        parts.loop().post(this::list);
        log.info(
                "Serving locks socket={} store={}",
                parts.settings().socket(),
                parts.settings().store());
    }

    /** With the sessions of the host agent before this one, before any process asks for its own. */
    private void goOn() {
        for (KeptSession.Left left : parts.state().left()) {
            try {
                HostSession.goOn(left, parts);
            } catch (RequestRefusedException e) { // by a version of other rules
                log.warn("A session of the host agent before this one is not gone on with: {}", e.getMessage());
            }
        }
    }

    private void list() {
        parts.loop().after(AgentDocument.BEAT.toMillis(), this::list); // first, so that a failure ends no later one
        list.list(parts.sessions().all().stream()
                .map(PeerSession::served)
                .flatMap(Optional::stream)
                .toList());
    }

    /**
     * Answers {@code GET /live}, {@code /health} and {@code /metrics} on that address, for those who run this machine. No lock is named or
     * taken there. Once.
     *
     * @return the address, with the port that was chosen if it is zero
     * @throws IOException if the address is in use
     */
    public InetSocketAddress openPort(InetSocketAddress address) throws IOException {
        HostPort opened = HostPort.open(
                parts::report, parts.loop()::post, parts.succession().agent().monitor(), address);
        port = opened;
        return opened.address();
    }

    /** Completes with the reason if it cannot go on serving. */
    public CompletableFuture<String> ended() {
        return ended;
    }

    /**
     * Stops granting, gives the processes time to release, reports to the others that their leases are lost, and ends. What they have not released
     * is left to its expiry, as they may still believe in it: end this process then, which goes on renewing otherwise.
     *
     * @param grace how long the processes have at most
     * @return whether all was released
     */
    public boolean stop(Duration grace) throws IOException {
        CompletableFuture<Boolean> released = new CompletableFuture<>();
        parts.loop().post(() -> {
            door.close();
            parts.sessions().end();
            parts.sessions().all().forEach(PeerSession::refuseWaits);
            awaitReleases(parts.loop().now() + grace.toMillis(), released);
        });
        boolean all = parts.loop().isRunning() && isCompleted(released, grace.plus(LONGER));
        HostPort open = port;
        if (open != null) {
            open.close();
        }
        parts.loop().close();
        parts.state().end();
        deadAgents.close();
        list.close();
        if (all) {
            parts.succession().agent().close();
        }
        place.close();
        return all;
    }

    /**
     * Ends, and leaves everything to the next host agent of this socket: what its processes hold, what they wait for, and what the agent renews. End
     * this process then, as the folder stays taken until its end. Releases that are under way are answered first.
     */
    public void handOver() throws IOException {
        CompletableFuture<Boolean> quiet = new CompletableFuture<>();
        parts.loop().post(() -> {
            door.close();
            parts.sessions().handOver();
            awaitAnswers(parts.loop().now() + ANSWERS_WITHIN, quiet);
        });
        if (parts.loop().isRunning()) {
            var unused = isCompleted(quiet, LONGER);
        }
        parts.loop().close();
        place.removeSocket();
    }

    private void awaitAnswers(long until, CompletableFuture<Boolean> quiet) {
        if (parts.sessions().releasing() == 0 || parts.loop().now() >= until) {
            parts.sessions().all().forEach(PeerSession::handOver);
            parts.loop().after(LOOK_MILLIS, () -> quiet.complete(true));
        } else {
            parts.loop().after(LOOK_MILLIS, () -> awaitAnswers(until, quiet));
        }
    }

    /** Not for ever: what fails on the loop is only logged. */
    private static boolean isCompleted(CompletableFuture<Boolean> released, Duration longest) {
        return released.completeOnTimeout(false, longest.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private void awaitReleases(long until, CompletableFuture<Boolean> released) {
        if (parts.sessions().leases() == 0) {
            released.complete(true);
        } else if (parts.loop().now() >= until) {
            parts.sessions().all().forEach(PeerSession::abandon);
            released.complete(false);
        } else {
            parts.loop().after(LOOK_MILLIS, () -> awaitReleases(until, released));
        }
    }
}

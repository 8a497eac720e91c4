package io.lockkeeper.host.session;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.Peer;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.state.KeptRequest;
import io.lockkeeper.host.state.KeptSession;
import io.lockkeeper.model.ServedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one process has: its waits and its leases. It ends with its connection, once it has no leases; the end of a connection proves nothing
 * of its process, so its leases outlive it until they are no longer believed, the process is proven to have ended, or it has another connection.
 */
public final class HostSession implements PeerSession {

    private final long number;
    private final Hello hello;
    /** As which its requests are seen. */
    private final Hello owner;

    private final HostParts parts;
    private final Whose whose;
    private final SessionRoom room;
    private final SessionNotes notes;
    private final SessionLeases leases;
    private final SessionWaits waits;
    private final EarlierRequests earlier;
    private final PeerQuestions questions;
    /** Null until the process of a session that was left behind resumes it. */
    private @Nullable Peer connection;

    private @Nullable Departure departure;
    private ProcessProof proof;
    private SessionKey key;
    private long seen;

    private HostSession(
            long number,
            Hello hello,
            ProcessProof proof,
            Whose whose,
            SessionKey key,
            HostParts parts,
            List<KeptRequest> left) {
        this.number = number;
        this.hello = hello;
        this.proof = proof;
        this.whose = whose;
        this.key = key;
        this.parts = parts;
        this.room = parts.sessions().room(whose.user(), whose.process());
        this.notes = new SessionNotes(parts.state(), number);
        this.leases = new SessionLeases(parts, proof, room, notes, this::event);
        this.waits = new SessionWaits(parts, room, notes, this::answer, this::granted);
        this.owner = hello.called(proof.command());
        this.earlier = new EarlierRequests(parts, notes, owner, left);
        this.questions = new PeerQuestions(parts, this::answer);
        parts.sessions().opened(this);
    }

    /**
     * Who shares a part of what all sessions may have.
     *
     * @param process as the kernel says or, where it does not, as the process does
     */
    private record Whose(String user, String process) {

        static Whose claimed(String user, Hello hello, long number) {
            ProcessProof.Claim said = hello.process();
            return new Whose(user, said.pid() > 0 ? said.pidNamespace() + said.pid() : name(number));
        }
    }

    /** One that begins. */
    public static HostSession begin(Hello hello, ProcessProof proof, Peer connection, HostParts parts) {
        boolean isKept = parts.state().isKept() && !proof.identity().isEmpty();
        SessionKey key = isKept ? SessionKey.fresh() : SessionKey.NONE;
        long number = parts.sessions().nextNumber();
        String user = connection.user();
        if (isKept) {
            parts.state().opened(new KeptSession(number, hello.noted(), user, proof.identity(), key.hash()));
        }
        Whose whose =
                connection.pid().map(pid -> new Whose(user, pid)).orElseGet(() -> Whose.claimed(user, hello, number));
        HostSession session = new HostSession(number, hello, proof, whose, key, parts, List.of());
        session.connection = connection;
        return session;
    }

    /** One that the host agent before this one has left: its process resumes it, or is found to have ended, or it runs out. */
    public static void goOn(KeptSession.Left left, HostParts parts) throws RequestRefusedException {
        KeptSession kept = left.session();
        Hello hello = Hello.in(
                new Fields(kept.hello()),
                parts.settings().store(),
                parts.kernel().boot());
        HostSession session = new HostSession(
                kept.number(),
                hello,
                ProcessProof.again(kept.process(), parts.kernel()),
                Whose.claimed(kept.user(), hello, kept.number()),
                new SessionKey("", kept.keyHash()),
                parts,
                left.requests());
        parts.sessions().startAbove(kept.number());
        session.earlier.ending().forEach(session.leases::endAgain);
        session.leave();
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public ProcessProof proof() {
        return proof;
    }

    private String name() {
        return name(number);
    }

    private static String name(long number) {
        return "k" + number;
    }

    @Override
    public void welcome(long id) {
        answer(id, Answers.welcome(name(), parts.settings().store(), proof, key.text()));
    }

    /** Whether it is that process's, and no other's that has learned the key: a forked child's, for example. */
    public boolean isOf(Resumption said, ProcessProof other, String itsUser) {
        return key.isOpenedBy(said.key())
                && !other.identity().isEmpty()
                && other.identity().equals(proof.identity())
                && itsUser.equals(whose.user());
    }

    /** Its process has this connection from now on. The end of the one before is not its end, whenever that is seen. */
    public void resume(Peer next, ProcessProof again, SessionKey said) {
        Peer before = connection;
        connection = next;
        key = said;
        if (departure != null) {
            departure.callOff();
        }
        if (before != null) {
            before.end();
        }
        proof.close();
        proof = again;
        leases.resumed(again);
    }

    /** Goes on with what its process believes in and waits for, and with nothing else. */
    public void claim(Resumption said) {
        for (String lease : said.leases()) {
            if (leases.isEnding(lease)) {
                event(Answers.lost(lease, "ended")); // which means nothing to a process that has released it
            } else if (!leases.has(lease)) {
                earlier.claimLease(lease).ifPresentOrElse(leases::takeUp, () -> event(Answers.lost(lease, "ended")));
            }
        }
        leases.releaseAllBut(said.leases());
        waits.cancelAllBut(said.waits()); // the end of the connection before may not be seen yet
        for (long wait : said.waits()) {
            if (!waits.has(wait)) {
                earlier.claim(wait).ifPresentOrElse(waits::goOn, () -> answer(wait, SessionWaits.ending()));
            }
        }
        earlier.endAll();
    }

    @Override
    public void serve(long id, Fields line) throws RequestRefusedException {
        if (line.has("acquire")) {
            acquire(id, line);
        } else if (line.has("beat")) {
            answer(id, JsonLine.of("left", leases.left()));
        } else if (line.has("release")) {
            leases.release(line.text("release").orElse(""), answer -> answer(id, answer));
        } else if (line.has("cancel")) {
            cancel(id, line.number("cancel", 1, Long.MAX_VALUE).orElse(0));
        } else if (line.has("bye")) {
            bye(id);
        } else if (!questions.take(id, line)) {
            throw RequestRefusedException.because(
                    "verb", "The line asks for nothing: acquire, beat, release, cancel, sessions, status or bye.");
        }
    }

    @Override
    public void heard(long id) {
        seen = id;
        leases.heard();
    }

    private void acquire(long id, Fields line) throws RequestRefusedException {
        if (leases.areOfDead()) {
            throw RequestRefusedException.because(
                    "process",
                    "The process that said hello has ended; another one needs a connection of its own. The lock was"
                            + " not requested.");
        }
        AcquireLine asked = AcquireLine.in(line, owner, parts.settings().agent());
        waits.acquire(id, asked, line.members());
    }

    /** A grant is undone if its process has not heard of it and will not. */
    private void granted(SessionWait wait, Lease lease) {
        if (leases.areOfDead() || !isConnected()) {
            waits.undo(wait, lease);
        } else {
            answer(
                    wait.id(),
                    leases.granted(wait.id(), lease, wait.asked(), parts.loop().now() - wait.since()));
        }
    }

    private void cancel(long id, long waiting) {
        boolean was = waits.cancel(waiting);
        if (was) {
            answer(waiting, JsonLine.of("cancelled", true));
        }
        answer(id, JsonLine.of("cancelled", was));
    }

    /** The process believes nothing any more. */
    private void bye(long id) {
        waits.cancelAll();
        leases.releaseAll();
        answer(id, JsonLine.of("bye", true));
        close();
    }

    @Override
    public void refuseWaits() {
        waits.refuseAll();
    }

    /** The host agent ends: what is left runs to its expiry, as the process may still believe in it. */
    @Override
    public void abandon() {
        leases.abandon();
        close();
    }

    @Override
    public void handOver() {
        close();
    }

    private void close() {
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public void disconnected(Peer from) {
        if (from.equals(connection) && !parts.sessions().isHandingOver()) {
            waits.cancelAll();
            leave();
        }
    }

    private void leave() {
        departure = new Departure(parts.loop(), this::proof, leases, earlier, this::over);
        departure.watch();
    }

    private void over() {
        parts.sessions().over(this);
        parts.sessions().left(whose.user(), whose.process());
        notes.over();
    }

    private boolean isConnected() {
        return connection != null && !connection.isOver();
    }

    @Override
    public JsonLine described() {
        return hello.described(name(), proof, whose.user(), isConnected())
                .with("heardMs", parts.loop().now() - leases.heardAt())
                .with("leases", leases.size())
                .with("waits", waits.size());
    }

    @Override
    public Optional<ServedProcess> served() {
        return Optional.of(new ServedProcess(
                hello.service(),
                hello.process().pid(),
                whose.user(),
                proof.command(),
                proof.isProcess(),
                Duration.ofMillis(parts.loop().now() - leases.heardAt()),
                leases.size(),
                waits.size()));
    }

    private void answer(long re, JsonLine answer) {
        if (connection != null) {
            connection.answer(seen, re, answer);
        }
    }

    private void event(JsonLine event) {
        if (connection != null) {
            connection.send(JsonLine.of("seen", seen).with(event));
        }
    }
}

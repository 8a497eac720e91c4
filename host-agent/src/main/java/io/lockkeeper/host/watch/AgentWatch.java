package io.lockkeeper.host.watch;

import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.Peer;
import io.lockkeeper.host.line.PeerConnection;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.session.Answers;
import io.lockkeeper.host.session.Hello;
import io.lockkeeper.host.session.HostParts;
import io.lockkeeper.host.session.HostSettings;
import io.lockkeeper.host.session.PeerQuestions;
import io.lockkeeper.host.session.PeerSession;
import io.lockkeeper.model.ServedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One embedded agent, which has its own way to the database: it is here only to be missed. If its process has ended, what it left in the locks
 * is ended, too. The end of the connection proves nothing of the process, nor does a farewell: both leave all as it is.
 */
public final class AgentWatch implements PeerSession {

    private static final long SHORT_PAUSE = 100;
    private static final long LONG_PAUSE = 1_000;
    /** Of a process that was killed while its command runs on. */
    private static final long PATIENCE_WITH_ORPHANS = Duration.ofHours(1).toMillis();
    /** Of a connection that ended while its process lives. */
    private static final long PATIENCE = Duration.ofMinutes(1).toMillis();

    private final long number;
    private final Hello hello;
    private final ProcessProof proof;
    private final WatchLine asked;
    private final PeerConnection connection;
    private final HostParts parts;
    private final Watches watches;
    private final PeerQuestions questions;
    private final List<ProcessProof> also = new ArrayList<>();
    private long seen;
    private long heardAt;
    private long leftAt;
    private long pause = 1;
    private boolean asking = true;
    private long orphanedAt;
    private volatile boolean watching;

    public AgentWatch(Hello hello, ProcessProof proof, WatchLine asked, PeerConnection connection, Watches watches) {
        this.hello = hello;
        this.proof = proof;
        this.asked = asked;
        this.connection = connection;
        this.watches = watches;
        this.parts = watches.parts();
        this.number = parts.sessions().nextNumber();
        this.questions = new PeerQuestions(parts, this::answer);
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public ProcessProof proof() {
        return proof;
    }

    String agent() {
        return asked.agent();
    }

    @Override
    public void heard(long id) {
        seen = id;
        heardAt = parts.loop().now();
    }

    /** Once the database has confirmed that the key is the agent's. */
    @Override
    public void welcome(long id) {
        var unused = watches.deadAgents()
                .knows(asked.agent(), asked.key())
                .whenComplete((known, failure) -> parts.loop().post(() -> welcome(id, known, failure)));
    }

    private void welcome(long id, @Nullable Boolean known, @Nullable Throwable failure) {
        asking = false;
        String store = parts.settings().store();
        if (failure != null || known == null) {
            refuse(id, "unavailable", "The agent's document could not be read now.");
        } else if (!known) {
            refuse(id, "watch", "The host agent has the locks of \"" + store + "\", and no agent there has this key.");
        } else {
            watching = true;
            watches.begin(this);
            answer(id, Answers.welcome(name(), store, proof, ""));
            if (connection.isOver()) {
                disconnected();
            }
        }
    }

    private void refuse(long id, String code, String why) {
        parts.figures().refusedRequest();
        answer(id, JsonLine.error(code, why));
        connection.close();
        watches.over(this);
    }

    @Override
    public void serve(long id, Fields line) throws RequestRefusedException {
        if (asking) {
            throw RequestRefusedException.because("watch", "The hello is not answered yet.");
        } else if (line.has("also")) {
            name(id, line.number("also", 1, Integer.MAX_VALUE).orElse(0));
        } else if (line.has("beat")) {
            answer(id, JsonLine.of("left", new JsonLine()));
        } else if (line.has("bye")) {
            forget();
            answer(id, JsonLine.of("bye", true));
            connection.close();
        } else if (!questions.take(id, line)) {
            throw RequestRefusedException.because(
                    "verb", "This connection is only for a watch: also, beat, sessions, status or bye.");
        }
    }

    /** One that is not seen alive now can never be proven to have ended. */
    private void name(long id, long pid) throws RequestRefusedException {
        if (also.size() >= HostLimits.ALSO) {
            throw RequestRefusedException.because("limit", "As many processes are named as can be.");
        }
        ProcessProof named = proof.isProcess()
                ? ProcessProof.of(hello.process().of(pid), connection.user(), parts.kernel())
                : ProcessProof.none();
        also.add(named);
        answer(id, JsonLine.of("also", named.isProcess()));
    }

    /** Another connection watches for the same agent, or its end means nothing any more. */
    void forget() {
        watching = false;
        watches.over(this);
    }

    @Override
    public void disconnected(Peer from) {
        disconnected();
    }

    private void disconnected() {
        if (!asking) {
            leftAt = parts.loop().now();
            await();
        }
    }

    /** A killed process closes its connection some milliseconds before it has ended. */
    private void await() {
        boolean goesOn = true;
        try {
            goesOn = look();
        } finally { // also after a failure, or the watch would never end
            if (goesOn) {
                parts.loop().after(pause, this::await);
                pause = Math.min(pause * 2, parts.loop().now() - leftAt < PATIENCE ? SHORT_PAUSE : LONG_PAUSE);
            }
        }
    }

    /** Whether there is more to wait for. */
    private boolean look() {
        if (!watching) {
            watches.over(this);
            return false;
        } else if (hasEnded()) {
            parts.loop().after(HostSettings.SETTLE_MILLIS, this::testify);
            return false;
        } else if (parts.loop().now() - leftAt > patience()) {
            forget();
            return false;
        }
        return true;
    }

    private long patience() {
        if (orphanedAt == 0 && isOrphaned()) {
            watches.deadAgents().orphaned().renew(asked.agent(), asked.ttl(), () -> watching);
            orphanedAt = parts.loop().now();
        }
        return orphanedAt == 0 ? Math.max(PATIENCE, asked.ttl().toMillis()) : PATIENCE_WITH_ORPHANS;
    }

    /** The process has ended, and a command of its runs on whose end will be seen. */
    private boolean isOrphaned() {
        return !also.isEmpty() && proof.hasEnded() && also.stream().allMatch(ProcessProof::isProcess);
    }

    private boolean hasEnded() {
        boolean named = !asked.startsCommand() || !also.isEmpty();
        return named && proof.hasEnded() && also.stream().allMatch(ProcessProof::hasEnded);
    }

    private void testify() {
        forget();
        parts.figures().deadAgent();
        watches.deadAgents()
                .report(new DeadAgent(
                        asked.agent(),
                        hello.service(),
                        hello.process().pid(),
                        asked.commandTimeout(),
                        asked.ttl(),
                        System.nanoTime()));
    }

    @Override
    public void refuseWaits() {
        // it has none
    }

    @Override
    public void abandon() {
        connection.close();
    }

    @Override
    public void handOver() {
        connection.close();
    }

    @Override
    public Optional<ServedProcess> served() {
        return Optional.empty();
    }

    private String name() {
        return "k" + number;
    }

    @Override
    public JsonLine described() {
        return hello.described(name(), proof, connection.user(), !connection.isOver())
                .with("watch", asked.agent())
                .with("heardMs", parts.loop().now() - heardAt)
                .with("leases", 0)
                .with("waits", 0);
    }

    private void answer(long re, JsonLine answer) {
        connection.answer(seen, re, answer);
    }
}

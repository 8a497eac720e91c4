package io.lockkeeper.host.door;

import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.PeerConnection;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.session.Answers;
import io.lockkeeper.host.session.Hello;
import io.lockkeeper.host.session.HostParts;
import io.lockkeeper.host.session.HostSession;
import io.lockkeeper.host.session.PeerSession;
import io.lockkeeper.host.session.Resumption;
import io.lockkeeper.host.watch.AgentWatch;
import io.lockkeeper.host.watch.WatchLine;
import io.lockkeeper.host.watch.Watches;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one peer's lines ask for: first a hello, which opens its session, then the verbs. Ids grow by one, so that a line which another
 * process wrote into the connection ends it.
 */
final class HostPeer implements PeerConnection.Listener {

    private static final Logger log = LoggerFactory.getLogger(HostPeer.class);

    private final PeerConnection connection;
    private final HostParts parts;
    private final Watches watches;
    private final Runnable gone;
    private final HostLoop.Alarm overdue;
    private @Nullable PeerSession session;
    private long seen;

    HostPeer(PeerConnection connection, HostParts parts, Watches watches, Runnable gone) {
        this.connection = connection;
        this.parts = parts;
        this.watches = watches;
        this.gone = gone;
        overdue = parts.loop().after(parts.limits().hello().toMillis(), this::requireSession);
    }

    private void requireSession() {
        if (session == null && !connection.isOver()) {
            connection.refuse("No hello came in time.");
        }
    }

    @Override
    public void line(Map<String, Object> members) {
        Fields line = new Fields(members);
        try {
            boolean goesOn = session == null && line.has("session");
            OptionalLong id = line.number("id", seen + 1, goesOn ? Long.MAX_VALUE : seen + 1);
            if (id.isEmpty()) {
                throw RequestRefusedException.because("field", "\"id\" is missing.");
            }
            seen = id.getAsLong();
        } catch (RequestRefusedException e) {
            connection.refuse(e.getMessage() + " Ids start at 1 and grow by one.");
            return;
        }
        serve(line);
    }

    private void serve(Fields line) {
        long id = seen;
        try {
            if (session == null) {
                hello(line);
            } else {
                session.heard(id);
                session.serve(id, line);
            }
        } catch (RequestRefusedException e) {
            refuse(id, e.error());
        } catch (RuntimeException e) {
            log.error("A line could not be served, and is answered with the error; its session goes on", e);
            refuse(id, Answers.failed(e));
        }
    }

    private void refuse(long id, JsonLine error) {
        parts.figures().refusedRequest();
        answer(id, error);
        if (session == null) {
            connection.close();
        }
    }

    private void hello(Fields line) throws RequestRefusedException {
        if (parts.sessions().isEnding()) {
            throw RequestRefusedException.because("ending", "The host agent is ending. No lock was requested.");
        }
        Hello hello = Hello.in(line, parts.settings().store(), parts.kernel().boot());
        if (line.has("session")) {
            resume(hello, Resumption.in(line));
        } else {
            open(line.has("watch") ? watch(hello, WatchLine.in(line)) : begin(hello));
        }
    }

    private void open(PeerSession opened) {
        session = opened;
        overdue.callOff();
        opened.heard(seen);
        opened.welcome(seen);
    }

    private PeerSession begin(Hello hello) {
        return HostSession.begin(hello, proof(hello), connection, parts);
    }

    private void resume(Hello hello, Resumption said) throws RequestRefusedException {
        ProcessProof proof = proof(hello);
        HostSession left = parts.sessions()
                .find(said.session())
                .filter(HostSession.class::isInstance)
                .map(HostSession.class::cast)
                .filter(each -> each.isOf(said, proof, connection.user()))
                .orElse(null);
        if (left == null) {
            proof.close();
            throw RequestRefusedException.because(
                    "resume", "The host agent has no such session of this process. Its leases run to their deadlines.");
        }
        left.resume(connection, proof, said.key());
        open(left);
        left.claim(said);
    }

    private PeerSession watch(Hello hello, WatchLine asked) {
        return new AgentWatch(hello, proof(hello), asked, connection, watches);
    }

    private ProcessProof proof(Hello hello) {
        return ProcessProof.of(
                connection.process(),
                hello.process(),
                connection.user(),
                parts.kernel(),
                parts.settings().direct());
    }

    private void answer(long re, JsonLine answer) {
        connection.answer(seen, re, answer);
    }

    @Override
    public void malformed() {
        parts.figures().malformedLine();
    }

    @Override
    public void ended() {
        overdue.callOff();
        gone.run();
        if (session != null) {
            session.disconnected(connection);
        }
    }
}

package io.lockkeeper.host.state;

import io.lockkeeper.agent.Succession;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.RequestRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a host agent notes for the one after it: its sessions, and their requests. Each request is noted before its enqueue is sent, each grant before
 * its process hears of it, each end before its remove is sent. So what the file does not have was not sent, and what it has may have been.
 *
 * <p>Where it cannot be written, there is no file, and no session is resumed: its leases run to their deadlines.
 */
public final class HostState {

    private static final Logger log = LoggerFactory.getLogger(HostState.class);

    private final StateFile file;
    private final Succession.Name name;
    private final List<KeptSession.Left> left;
    private final JsonLine first;
    private final Map<Long, KeptSession.Open> open = new TreeMap<>();
    /** Held for no longer than a line takes: callers' threads note here as well. */
    private final ReentrantLock writing = new ReentrantLock();

    private volatile boolean kept = true;

    private HostState(StateFile file, Succession.Name name, JsonLine first, Map<Long, KeptSession.Open> open) {
        this.file = file;
        this.name = name;
        this.first = first;
        this.open.putAll(open);
        this.left = this.open.values().stream()
                .map(each ->
                        new KeptSession.Left(each.session(), each.requests().values()))
                .toList();
    }

    /**
     * Goes on with the file of the host agent before this one; with none of another boot or another store.
     *
     * @param store what clients call these locks
     */
    public static HostState open(Path path, ProcessProof.Kernel kernel, String store) {
        StateFile file = new StateFile(path);
        HostState state = read(file, kernel.boot(), store);
        if (kernel.boot().isEmpty()) {
            state.giveUp(new IOException("The kernel does not name its boot"));
        } else {
            state.begin();
        }
        return state;
    }

    private static HostState read(StateFile file, String boot, String store) {
        Map<Long, KeptSession.Open> open = new TreeMap<>();
        Succession.Name name = Succession.Name.first();
        try {
            List<Map<String, Object>> lines = file.read();
            if (!lines.isEmpty()) {
                Fields first = new Fields(lines.getFirst());
                if (first.text("boot").orElse("").equals(boot)
                        && first.text("store").orElse("").equals(store)) {
                    name = new Succession.Name(
                            first.text("agent").orElseThrow(),
                            (int) first.number("term", 0, Integer.MAX_VALUE).orElseThrow() + 1);
                    for (Map<String, Object> line : lines.subList(1, lines.size())) {
                        apply(open, new Fields(line));
                    }
                }
            }
        } catch (IOException | RequestRefusedException | RuntimeException e) {
            log.warn("The state of the host agent before this one cannot be read: its sessions are not resumed", e);
            open.clear();
            name = Succession.Name.first();
        }
        JsonLine header = new JsonLine()
                .with("boot", boot)
                .with("store", store)
                .with("agent", name.agent())
                .with("term", name.term());
        return new HostState(file, name, header, open);
    }

    private static void apply(Map<Long, KeptSession.Open> open, Fields line) throws RequestRefusedException {
        long number = line.number("session", 1, Long.MAX_VALUE).orElseThrow();
        if (line.has("hello")) {
            KeptSession session = new KeptSession(
                    number,
                    line.object("hello"),
                    line.text("user").orElse(""),
                    line.text("process").orElse(""),
                    line.text("key").orElse(""));
            open.put(number, new KeptSession.Open(session));
            return;
        }
        KeptSession.Open of = open.get(number);
        long id = line.number("id", 0, Long.MAX_VALUE).orElse(0);
        if (line.flag("over")) {
            if (id == 0) {
                open.remove(number);
            } else if (of != null) {
                of.requests().remove(id);
            }
        } else if (of != null) {
            of.requests()
                    .put(
                            id,
                            new KeptRequest(
                                    id,
                                    line.text("acquirer").orElseThrow(),
                                    line.object("line"),
                                    line.number("at", 0, Long.MAX_VALUE).orElse(0),
                                    line.number("token", 0, Long.MAX_VALUE).orElse(0),
                                    KeptRequest.Stage.valueOf(line.text("stage").orElseThrow())));
        }
    }

    /** By which the agent of this process is to go on. */
    public Succession.Name name() {
        return name;
    }

    /** Whether sessions can be resumed. */
    public boolean isKept() {
        return kept;
    }

    /** What the host agent before this one has left. */
    public List<KeptSession.Left> left() {
        return left;
    }

    public void opened(KeptSession session) {
        note(() -> open.put(session.number(), new KeptSession.Open(session)), session.noted());
    }

    /** An enqueue is about to be sent. On any thread. */
    public void asks(long session, KeptRequest request) {
        KeptSession.Open of = find(session);
        if (of != null) {
            note(() -> of.requests().put(request.id(), request), request.noted(session));
        }
    }

    public void granted(long session, long id, long atMillis, long token) {
        move(session, id, was -> was.granted(atMillis, token));
    }

    /** A remove is about to be sent. */
    public void ending(long session, long id) {
        move(session, id, KeptRequest::ending);
    }

    private void move(long session, long id, UnaryOperator<KeptRequest> to) {
        KeptSession.Open of = find(session);
        KeptRequest was = of == null ? null : request(of, id);
        if (of != null && was != null) {
            KeptRequest next = to.apply(was);
            note(() -> of.requests().put(id, next), next.noted(session));
        }
    }

    /** Nothing of the request is left. */
    public void over(long session, long id) {
        KeptSession.Open of = find(session);
        if (of != null && request(of, id) != null) {
            note(
                    () -> of.requests().remove(id),
                    new JsonLine().with("session", session).with("id", id).with("over", true));
            if (of.isOver()) {
                over(session);
            }
        }
    }

    /** With the last of its requests: removes may be on their way. */
    public void over(long session) {
        KeptSession.Open of = find(session);
        if (of != null && of.end()) {
            note(
                    () -> open.remove(session),
                    new JsonLine().with("session", session).with("over", true));
        }
    }

    private KeptSession.@Nullable Open find(long session) {
        writing.lock();
        try {
            return open.get(session);
        } finally {
            writing.unlock();
        }
    }

    private @Nullable KeptRequest request(KeptSession.Open of, long id) {
        writing.lock();
        try {
            return of.requests().get(id);
        } finally {
            writing.unlock();
        }
    }

    /** Its term is noted before a request is made in it. */
    private void begin() {
        try {
            file.replace(all());
        } catch (IOException e) {
            giveUp(e);
        }
    }

    private void note(Runnable change, JsonLine line) {
        writing.lock();
        try {
            change.run();
            if (kept) {
                file.add(line);
                if (file.isLong()) {
                    file.replace(all());
                }
            }
        } catch (IOException e) {
            giveUp(e);
        } finally {
            writing.unlock();
        }
    }

    private Stream<JsonLine> all() {
        return Stream.concat(
                Stream.of(first),
                open.values().stream()
                        .flatMap(each -> Stream.concat(
                                Stream.of(each.session().noted()),
                                each.requests().values().stream()
                                        .map(request ->
                                                request.noted(each.session().number())))));
    }

    /** Nothing is left for another host agent. */
    public void end() {
        writing.lock();
        try {
            kept = false;
            file.delete();
        } catch (IOException e) {
            log.warn("The host agent's state cannot be removed", e);
        } finally {
            writing.unlock();
        }
    }

    /** A part of what was sent would be worse than nothing. */
    private void giveUp(IOException why) {
        log.warn("The host agent's state cannot be written: its sessions are not resumed after its end", why);
        end();
    }
}

package io.lockkeeper.host.line;

import static java.util.Objects.requireNonNull;

import io.lockkeeper.host.kernel.HostLoop;
import io.lockkeeper.host.kernel.PeerProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One peer's connection: lines in, lines out, both bounded. A peer that does not read is closed, one that writes much waits for its next
 * turn. On the loop's thread only.
 */
public final class PeerConnection implements Peer {

    private static final Logger log = LoggerFactory.getLogger(PeerConnection.class);
    /** The most bytes that wait for the end of the turn that they answer. */
    private static final int TOGETHER = 8_192;

    /** What becomes of the lines. */
    public interface Listener {
        void line(Map<String, Object> members);

        /** A line cannot be read, which ends the connection. */
        void malformed();

        /** Called once, for any end. */
        void ended();
    }

    private final SocketChannel channel;
    private final String user;
    private final HostLoop loop;
    private final HostLimits limits;
    private final PeerMemory memory;
    private final Deque<ByteBuffer> out = new ArrayDeque<>();
    private final ByteBuffer small = ByteBuffer.allocate(4_096);
    /** Grows to the longest line for a peer that writes such lines, and is the small one again after them. */
    private ByteBuffer in = small;

    private @Nullable SelectionKey key;
    private @Nullable Listener listener;
    private HostLoop.@Nullable Alarm overdue;
    private int reading = SelectionKey.OP_READ;
    private int unread;
    /** Bytes of the line that has not ended in which no end was found. */
    private int searched;

    private long lineSince;
    private HostLoop.@Nullable Alarm lineDue;
    private int discarded;
    private boolean mute;
    private boolean closing;
    /** The answers to the lines of one turn leave together: each write wakes the peer. */
    private boolean serving;

    private boolean over;

    public PeerConnection(SocketChannel channel, String user, HostLoop loop, HostLimits limits, PeerMemory memory) {
        this.channel = channel;
        this.user = user;
        this.loop = loop;
        this.limits = limits;
        this.memory = memory;
    }

    public void open(Listener heard) throws IOException {
        listener = heard;
        channel.configureBlocking(false);
        key = loop.register(channel, SelectionKey.OP_READ, this::ready);
    }

    @Override
    public String user() {
        return user;
    }

    /** Who connected, for its session to watch and to close; empty where the kernel does not say. */
    public Optional<PeerProcess> process() {
        return PeerProcess.of(channel);
    }

    @Override
    public Optional<String> pid() {
        return PeerProcess.numberOf(channel).map(pid -> Long.toString(pid));
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void answer(long seen, long re, JsonLine answer) {
        send(new JsonLine().with("seen", seen).with("re", re).with(answer));
    }

    /** Writes what the peer takes now, at the end of its turn if it has one, and the rest when it reads. */
    @Override
    public void send(JsonLine answer) {
        if (over || closing || mute) {
            return;
        }
        byte[] bytes = (answer + "\n").getBytes(StandardCharsets.UTF_8);
        if (unread + bytes.length > limits.lines().unread() || !memory.unread().take(bytes.length)) {
            end();
            return;
        }
        unread += bytes.length;
        out.add(ByteBuffer.wrap(bytes));
        if (!serving || unread > TOGETHER) {
            flush();
        }
    }

    /** Ends the connection when what was written has left and the peer has read it: it would lose that by an end with lines unread. */
    @Override
    public void close() {
        closing = true;
        flush();
        if (!over && overdue == null) {
            overdue = loop.after(limits.hello().toMillis(), this::end);
        }
    }

    /** Ends the connection now. */
    @Override
    public void end() {
        if (!over) {
            over = true;
            memory.unread().give(unread);
            memory.unended().give(beyondTheSmallOne());
            if (overdue != null) {
                overdue.callOff();
            }
            if (lineDue != null) {
                lineDue.callOff();
            }
            if (key != null) {
                key.cancel();
            }
            shut();
            if (listener != null) {
                listener.ended();
            }
        }
    }

    private void shut() {
        try {
            channel.close();
        } catch (IOException e) {
            // it is over either way
        }
    }

    private void ready() {
        guard(() -> {
            if (requireKey().isWritable()) {
                flush();
            }
            if (!over && requireKey().isReadable()) {
                read();
            }
        });
    }

    /** Any failure here ends this connection and no other. */
    private void guard(HostLoop.Ready turn) {
        try {
            turn.ready();
        } catch (IOException e) {
            end();
        } catch (RuntimeException | Error e) {
            log.error("A connection failed: it is closed, and its leases run to their deadlines", e);
            end();
        }
    }

    private void read() throws IOException {
        if (closing) {
            discard();
        } else if (channel.read(in) < 0) {
            end();
        } else {
            serve();
        }
    }

    private void discard() throws IOException {
        if (channel.read(in.clear()) < 0 || ++discarded > HostLimits.LINES_OF_A_TURN) {
            end();
        }
    }

    /** Serves the lines that are there, one turn of them, and reads no more before they are served. */
    private void serve() {
        int served = 0;
        in.flip();
        serving = true;
        while (!over && !closing && served < HostLimits.LINES_OF_A_TURN && hear()) {
            served++;
        }
        serving = false;
        boolean more = served == HostLimits.LINES_OF_A_TURN;
        in.compact();
        if (over || closing) {
            watch();
            return;
        }
        if (!more) {
            fit();
            expectEnd(served > 0);
        }
        reading = more ? 0 : SelectionKey.OP_READ;
        flush();
        if (more) {
            loop.nextTurn(() -> guard(this::serve));
        }
    }

    /** A line that drips is given the time of a hello. */
    private void expectEnd(boolean another) {
        if (over || closing || in.position() == 0) {
            lineSince = 0;
            return;
        }
        lineSince = another || lineSince == 0 ? loop.now() : lineSince;
        if (lineDue == null) {
            lineDue = loop.after(limits.hello().toMillis(), this::requireEnd);
        }
    }

    private void requireEnd() {
        lineDue = null;
        long left = lineSince + limits.hello().toMillis() - loop.now();
        if (lineSince == 0 || over || closing) {
            return;
        }
        if (left <= 0) {
            refuse("The line did not end in time.");
        } else {
            lineDue = loop.after(left, this::requireEnd);
        }
    }

    /** Hands on the next line, if one is whole. */
    private boolean hear() {
        int end = in.position() + searched;
        while (end < in.limit() && in.get(end) != '\n') {
            end++;
        }
        searched = end == in.limit() ? end - in.position() : 0;
        if (end == in.limit()) {
            return false;
        }
        ByteBuffer next = in.slice(in.position(), end - in.position());
        in.position(end + 1);
        handOn(next);
        return true;
    }

    private void handOn(ByteBuffer bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString();
            requireListener().line(JsonLine.parse(text));
        } catch (CharacterCodingException e) {
            refuse("The line is no UTF-8.");
        } catch (MalformedLineException e) {
            refuse(String.valueOf(e.getMessage()));
        }
    }

    /** Says why, and ends the connection. */
    public void refuse(String why) {
        requireListener().malformed();
        send(JsonLine.error("malformed", why));
        close();
    }

    private void fit() {
        if (in.position() == 0 && in.capacity() > small.capacity()) {
            memory.unended().give(beyondTheSmallOne());
            in = small.clear();
        } else if (!in.hasRemaining()) {
            grow();
        }
    }

    private void grow() {
        if (in.capacity() >= limits.lines().longest()) {
            refuse(String.format(
                    Locale.ROOT,
                    "The line is longer than %d bytes.",
                    limits.lines().longest()));
            return;
        }
        int wanted = Math.min(limits.lines().longest(), in.capacity() * 4);
        if (!memory.unended().take(wanted - in.capacity())) {
            refuse(String.format(
                    Locale.ROOT,
                    "All peers' lines that have not ended are longer than %d bytes together.",
                    limits.lines().allBegun()));
            return;
        }
        in = ByteBuffer.allocate(wanted).put(in.flip());
    }

    private int beyondTheSmallOne() {
        return in.capacity() - small.capacity();
    }

    private void flush() {
        try {
            for (ByteBuffer next = out.peek(); next != null; next = out.peek()) {
                int left = channel.write(next);
                unread -= left;
                memory.unread().give(left);
                if (next.hasRemaining()) {
                    break;
                }
                out.poll();
            }
        } catch (IOException e) {
            fallMute();
        }
        if (closing && out.isEmpty()) {
            sayNoMore();
        }
        watch();
    }

    /** The peer reads what there is, and ends the connection. */
    private void sayNoMore() {
        try {
            if (mute || over) {
                end();
            } else {
                channel.shutdownOutput();
            }
        } catch (IOException e) {
            end();
        }
    }

    /** The peer hears nothing more. What it wrote before may still be in the socket: a release, a bye. */
    private void fallMute() {
        mute = true;
        out.clear();
        memory.unread().give(unread);
        unread = 0;
    }

    private void watch() {
        if (!over && key != null) {
            key.interestOps((closing ? SelectionKey.OP_READ : reading) | (out.isEmpty() ? 0 : SelectionKey.OP_WRITE));
        }
    }

    private SelectionKey requireKey() {
        return requireNonNull(key);
    }

    private Listener requireListener() {
        return requireNonNull(listener);
    }
}

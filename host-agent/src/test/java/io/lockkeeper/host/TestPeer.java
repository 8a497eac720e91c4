package io.lockkeeper.host;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.JsonLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A client that speaks the protocol line by line, and holds each line to its schema. */
final class TestPeer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build();
    private static final TypeReference<Map<String, Object>> AN_OBJECT = new TypeReference<>() {};
    private static final Map<String, Object> END = Map.of("end", true);

    private final SocketChannel channel;
    private final BlockingQueue<Map<String, Object>> heard = new LinkedBlockingQueue<>();
    private long id;

    TestPeer(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().start(this::listen);
    }

    /** One that has said hello. */
    static TestPeer of(Path socket, String service) throws Exception {
        TestPeer peer = new TestPeer(socket);
        peer.ask(hello(service));
        return peer;
    }

    /** A session of another peer of this process, which goes on here with what it holds and waits for. */
    static TestPeer resuming(
            Path socket, TestPeer before, Map<String, Object> welcome, List<String> leases, List<Long> waits)
            throws Exception {
        TestPeer peer = new TestPeer(socket);
        peer.id = before.id;
        peer.send(hello("billing")
                .with("session", welcome.get("session"))
                .with("key", welcome.get("key"))
                .with("leases", leases)
                .with("waits", waits));
        return peer;
    }

    /** Of the line that was sent last. */
    long id() {
        return id;
    }

    /** With what proves the end of this JVM. */
    static JsonLine hello(String service) {
        ProcessProof.Kernel kernel = ProcessProof.Kernel.ofThisProcess(Path.of("/proc"));
        return new JsonLine()
                .with("hello", 1)
                .with("service", service)
                .with("pid", ProcessHandle.current().pid())
                .with("pidns", kernel.pidNamespace())
                .with("boot", kernel.boot());
    }

    /** Sends the line with the next id, which is returned. */
    long send(JsonLine line) throws IOException {
        JsonLine all = JsonLine.of("id", id + 1).with(line);
        ProtocolSchema.requireSent(all.toString());
        return sendUnchecked(line);
    }

    /** The same for a line that the schema refuses. */
    long sendUnchecked(JsonLine line) throws IOException {
        raw(JsonLine.of("id", ++id).with(line) + "\n");
        return id;
    }

    void raw(String text) throws IOException {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void raw(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            channel.write(left);
        }
    }

    /** The answer to the line. */
    Map<String, Object> ask(JsonLine line) throws Exception {
        return answer(send(line));
    }

    Map<String, Object> answer(long re) throws Exception {
        return await(line -> Long.valueOf(re).equals(line.get("re")) && !line.containsKey("queued"));
    }

    Map<String, Object> queued(long re) throws Exception {
        return await(line -> Long.valueOf(re).equals(line.get("re")) && line.containsKey("queued"));
    }

    Map<String, Object> event(String name) throws Exception {
        return object(await(line -> line.containsKey(name)), name);
    }

    /** Passes over what it does not look for. */
    Map<String, Object> await(Predicate<Map<String, Object>> wanted) throws Exception {
        while (true) {
            Map<String, Object> line = heard.poll(60, TimeUnit.SECONDS);
            assertThat(line).as("a line within 60 s").isNotNull();
            if (wanted.test(line)) {
                return line;
            }
            assertThat(line).as("a line, but the connection ended").isNotEqualTo(END);
        }
    }

    void awaitEnd() throws Exception {
        await(END::equals);
    }

    /** Acquires the lock, and returns what was granted. */
    Map<String, Object> acquire(String lock) throws Exception {
        return object(ask(JsonLine.of("acquire", lock)), "granted");
    }

    String lease(String lock) throws Exception {
        return (String) requireNonNull(acquire(lock).get("lease"));
    }

    boolean release(String lease) throws Exception {
        return Boolean.TRUE.equals(
                object(ask(JsonLine.of("release", lease)), "released").get("wasHeld"));
    }

    long left(String lease) throws Exception {
        Object left = object(ask(JsonLine.of("beat", true)), "left").get(lease);
        return left == null ? -1 : (Long) left;
    }

    @SuppressWarnings("unchecked") // as the schema has it
    static Map<String, Object> object(Map<String, Object> line, String name) {
        assertThat(line).containsKey(name);
        return (Map<String, Object>) requireNonNull(line.get(name));
    }

    void shutOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** Without a bye. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen() {
        try (BufferedReader lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ProtocolSchema.requireHeard(line);
                heard.add(JSON.readValue(line, AN_OBJECT));
            }
        } catch (IOException e) {
            // closed
        } finally {
            heard.add(END);
        }
    }
}

package io.lockkeeper.console.judge.alerts;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A webhook's receiver on loopback: takes what is posted, and answers well or badly as told. */
final class Receiver implements AutoCloseable {

    private final ServerSocket server;
    private final List<Heard> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Answer answer = out -> status(out, "200 OK", "");

    Receiver() {
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    interface Answer {
        void to(OutputStream out) throws IOException, InterruptedException;
    }

    record Heard(String path, Map<String, String> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }

        /** As a receiver does it that knows the documentation alone. */
        boolean isVerifiedBy(String secret) {
            try {
                Mac mac = Mac.getInstance("HmacSHA256");
                byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
                mac.init(new SecretKeySpec(key, "HmacSHA256"));
                String signed = header("webhook-id") + "." + header("webhook-timestamp") + "." + body;
                byte[] own = ("v1,"
                                + Base64.getEncoder()
                                        .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))))
                        .getBytes(StandardCharsets.UTF_8);
                return MessageDigest.isEqual(own, header("webhook-signature").getBytes(StandardCharsets.UTF_8));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    String origin(String host) {
        return String.format(Locale.ROOT, "http://%s:%d", host, server.getLocalPort());
    }

    String url(String host, String path) {
        return origin(host) + path;
    }

    List<Heard> heard() {
        return List.copyOf(heard);
    }

    int connections() {
        return connections.get();
    }

    void answers(int status) {
        answer = out -> status(out, status + " Status", "");
    }

    void does(Answer next) {
        answer = next;
    }

    void redirects(String to) {
        answer = out -> status(out, "302 Found", "Location: " + to + "\r\n");
    }

    void hangs() {
        answer = out -> closed.await();
    }

    /** One byte of an endless head every tenth of a second: each read succeeds, the answer never comes. */
    void drips() {
        answer = out -> {
            write(out, "HTTP/1.1 200 OK\r\nX-Drip: ");
            while (!closed.await(100, TimeUnit.MILLISECONDS)) {
                write(out, "x");
            }
        };
    }

    void answersWithoutEnd() {
        answer = out -> {
            write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (closed.getCount() > 0) {
                write(out, "1000\r\n" + "x".repeat(0x1000) + "\r\n");
            }
        };
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            List<String> head = head(in);
            if (head.isEmpty()) {
                return;
            }
            Map<String, String> headers = new TreeMap<>();
            head.stream().skip(1).forEach(line -> {
                int colon = line.indexOf(':');
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            });
            int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
            String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
            heard.add(new Heard(head.getFirst().split(" ", -1)[1], headers, body));
            answer.to(socket.getOutputStream());
        } catch (IOException e) {
            // the sender has left
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<String> head(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != '\n') {
                line.append((char) next);
                continue;
            }
            String whole = line.toString().strip();
            if (whole.isEmpty()) {
                return lines;
            }
            lines.add(whole);
            line.setLength(0);
        }
        return List.of();
    }

    static void status(OutputStream out, String status, String headers) throws IOException {
        write(out, "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n" + headers + "\r\n");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
    }
}

package io.lockkeeper.commandline.host;

import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockkeeper sessions}: asks the host agent of this machine. */
@Command(
        name = "sessions",
        description =
                "List the processes that take locks through this machine's host agent: service, pid, what proves their end, when they were last heard.",
        mixinStandardHelpOptions = true)
public final class SessionsCommand implements Callable<Integer> {

    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(5);

    @Mixin
    private SocketOption socket = new SocketOption();

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--status",
            description =
                    "Print the host agent's own figures instead, those of serve --metrics: sessions, leases, how they ended, what was refused.")
    private boolean status;

    @Override
    public Integer call() {
        if (status) {
            printStatus(read(SessionsCommand::status));
            return ExitCode.OK;
        }
        List<BsonDocument> sessions = read(SessionsCommand::all);
        if (output.isJson()) {
            sessions.forEach(each -> output.print(json(each)));
        } else {
            output.print(table(sessions));
        }
        return ExitCode.OK;
    }

    private void printStatus(BsonDocument figures) {
        if (output.isJson()) {
            output.print(json(figures));
        } else {
            Table table = new Table("FIGURE", "VALUE");
            figures.forEach((name, value) -> table.row(name, text(figures, name)));
            output.print(table.lines());
        }
    }

    /** The request after the hello. */
    private interface Question<T> {
        T ask(SocketChannel channel, BufferedReader lines, String own) throws IOException;
    }

    private <T> T read(Question<T> question) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
                BufferedReader lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            CompletableFuture.delayedExecutor(ANSWERS_WITHIN.toSeconds(), TimeUnit.SECONDS)
                    .execute(() -> end(channel));
            channel.connect(UnixDomainSocketAddress.of(socket.path()));
            BsonDocument hello = ask(
                    channel, lines, new Json().with("id", 1).with("hello", 1).with("service", "lockkeeper"));
            return question.ask(channel, lines, hello.getString("session").getValue());
        } catch (ClosedChannelException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE,
                    String.format(
                            Locale.ROOT,
                            "The host agent at %s did not answer within %d s.",
                            socket.path(),
                            ANSWERS_WITHIN.toSeconds()));
        } catch (IOException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE,
                    "No host agent answers at %s: %s"
                            .formatted(socket.path(), Plain.text(String.valueOf(e.getMessage()))));
        }
    }

    private static void end(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // the conversation is over either way
        }
    }

    private static BsonDocument status(SocketChannel channel, BufferedReader lines, String own) throws IOException {
        return ask(channel, lines, new Json().with("id", 2).with("status", true))
                .getDocument("status");
    }

    /** All sessions except this command's own. */
    private static List<BsonDocument> all(SocketChannel channel, BufferedReader lines, String own) throws IOException {
        List<BsonDocument> sessions = new ArrayList<>();
        long after = 0;
        boolean more = true;
        for (int id = 2; more; id++) {
            BsonDocument page = ask(
                    channel,
                    lines,
                    new Json().with("id", id).with("sessions", true).with("after", after));
            page.getArray("sessions").stream().map(BsonValue::asDocument).forEach(sessions::add);
            after = page.getNumber("through").longValue();
            more = page.getBoolean("more").getValue();
        }
        sessions.removeIf(each -> each.getString("session").getValue().equals(own));
        return sessions;
    }

    private static BsonDocument ask(SocketChannel channel, BufferedReader lines, Json line) throws IOException {
        ByteBuffer left = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (left.hasRemaining()) {
            channel.write(left);
        }
        String answer = lines.readLine();
        if (answer == null) {
            throw new IOException("it ended the connection");
        }
        BsonDocument read = BsonDocument.parse(answer);
        if (read.containsKey("error")) {
            throw new IOException(read.getDocument("error").getString("text").getValue());
        }
        return read;
    }

    private static List<String> table(List<BsonDocument> sessions) {
        Table table = new Table(
                "SERVICE",
                "INSTANCE",
                "PID",
                "COMMAND",
                "USER",
                "CLIENT",
                "LEASES",
                "WAITS",
                "HEARD",
                "ITS DEATH FREES");
        for (BsonDocument each : sessions) {
            table.row(
                    text(each, "service"),
                    text(each, "instance"),
                    text(each, "pid"),
                    text(each, "command"),
                    text(each, "user"),
                    text(each, "client"),
                    count(each, "leases"),
                    count(each, "waits"),
                    text(each, "heardMs") + " ms ago",
                    text(each, "proof").equals("process") ? "at once" : "after the ttl");
        }
        return table.lines();
    }

    /** The number, or {@code own} for an embedded agent, which has its leases from MongoDB itself. */
    private static String count(BsonDocument session, String name) {
        return session.containsKey("watch") ? "own" : text(session, name);
    }

    private static Json json(BsonDocument session) {
        Json json = new Json();
        session.forEach((name, value) -> {
            switch (value) {
                case BsonNumber number -> json.with(name, number.longValue());
                case BsonValue flag
                when flag.isBoolean() -> json.with(name, flag.asBoolean().getValue());
                default -> json.with(name, text(session, name));
            }
        });
        return json;
    }

    private static String text(BsonDocument session, String name) {
        BsonValue value = session.get(name);
        return switch (value) {
            case null -> "";
            case BsonNumber number -> Long.toString(number.longValue());
            case BsonValue text when text.isString() -> text.asString().getValue();
            case BsonValue flag
            when flag.isBoolean() -> Boolean.toString(flag.asBoolean().getValue());
            default -> value.toString();
        };
    }
}

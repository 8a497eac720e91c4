package io.lockkeeper.commandline.host;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.ServerUnavailableException;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Output;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.host.HostAgent;
import io.lockkeeper.host.line.HostLimits;
import io.lockkeeper.host.session.HostSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockkeeper serve}: runs until it is ended by a signal. */
@Command(
        name = "serve",
        description = {
            "Serve the locks to every process of this machine, on a Unix socket: the host agent. The lock of a process that ends is free"
                    + " at once.",
            "Asked to end (SIGTERM), it hands over: the next host agent of this socket goes on with what processes hold and wait for, if it"
                    + " starts before that expires."
        },
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    @Mixin
    private Connection connection = new Connection();

    @Mixin
    private SocketOption socket = new SocketOption();

    @Mixin
    private Output output = new Output();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "The group whose users may use the socket. Default: the group of this process.")
    private @Nullable String group;

    @Option(
            names = "--store",
            paramLabel = "NAME",
            description =
                    "What clients call these locks; a client that means others is refused. Default: the database's name. Two clusters need two names.")
    private @Nullable String store;

    @Option(
            names = "--direct",
            description =
                    "No proxy stands in front of the socket: then the end of a process in another pid namespace frees its locks at once,"
                            + " too. It needs Linux 6.5.")
    private boolean direct;

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            description =
                    "How long a lease lasts without a sign of its process, unless it asks for another. Default: 30s.",
            defaultValue = "30s")
    private Duration ttl = AgentOptions.DEFAULT_TTL;

    @Option(
            names = "--drain",
            description =
                    "No other host agent follows: asked to end, this one stops granting and waits for releases; what is not released by"
                            + " then is lost for its process, and stays locked until it expires.")
    private boolean drain;

    @Option(
            names = "--grace",
            paramLabel = "DURATION",
            description = "How long processes have to release with --drain. Default: 10s.",
            defaultValue = "10s")
    private Duration grace = Duration.ofSeconds(10);

    @Option(
            names = "--metrics",
            paramLabel = "[ADDRESS:]PORT",
            description =
                    "Also answer HTTP at /metrics (Prometheus), /health (503 if no lock can be taken) and /live (503 if a restart may help). It names no lock. Default address: 127.0.0.1. Default: not at all.",
            converter = MetricsAddress.class)
    private @Nullable InetSocketAddress metrics;

    @Override
    public Integer call() {
        try (Database database = connection.open()) {
            HostAgent host = HostAgent.serve(database.client(), database.name(), settings(database.name()));
            openPort(host);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(host), "lockkeeper-stop"));
            output.tell("serving the locks of \"%s\" at %s".formatted(database.name(), socket.path()));
            throw new FailedException(
                    ExitCode.UNAVAILABLE, host.ended().join() + ". The locks that it serves run to their expiry.");
        } catch (AccessDeniedException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE,
                    "The host agent cannot serve: its user may not write to %s.".formatted(Plain.text(e.getFile())));
        } catch (IOException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE, "The host agent cannot serve: " + Plain.text(String.valueOf(e.getMessage())));
        } catch (ServerUnavailableException | UnsupportedServerException e) {
            throw new FailedException(ExitCode.UNAVAILABLE, Plain.text(String.valueOf(e.getMessage())));
        } catch (IllegalArgumentException e) {
            throw new FailedException(ExitCode.USAGE, Plain.text(String.valueOf(e.getMessage())));
        }
    }

    private void openPort(HostAgent host) throws IOException {
        if (metrics == null) {
            return;
        }
        try {
            InetSocketAddress opened = host.openPort(metrics);
            output.tell("metrics at http://%s/metrics".formatted(MetricsAddress.text(opened)));
        } catch (IOException e) {
            host.handOver();
            throw new IOException("%s: %s".formatted(MetricsAddress.text(metrics), e.getMessage()), e);
        }
    }

    private HostSettings settings(String database) {
        AgentOptions options =
                AgentOptions.forService("host-agent").withTtl(ttl).requireFit();
        return new HostSettings(
                socket.path(), group, store == null ? database : store, direct, options, HostLimits.DEFAULT);
    }

    private void stop(HostAgent host) {
        try {
            if (!drain) {
                host.handOver();
            } else if (!host.stop(grace)) {
                output.tell("some locks were not released in time; they stay locked until they expire");
            }
        } catch (IOException e) {
            output.tell("the socket could not be removed: " + Plain.text(String.valueOf(e.getMessage())));
        }
    }
}

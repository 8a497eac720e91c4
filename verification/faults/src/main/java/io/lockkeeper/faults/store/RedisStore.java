package io.lockkeeper.faults.store;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.test.Place;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One Redis that syncs every write to its disk before it answers, so that what it acknowledged outlives it. */
final class RedisStore implements Store {

    private static final String PROGRAM = System.getenv().getOrDefault("LOCKKEEPER_REDIS", "redis-server");
    private static final Pattern VERSION = Pattern.compile("v=(\\S+)");

    private final String version;
    private final ServerProcess server;

    private RedisStore(String version, ServerProcess server) {
        this.version = version;
        this.server = server;
    }

    static Store start(Network network) throws IOException {
        String version = version();
        Place place = network.member(0);
        return new RedisStore(version, ServerProcess.start(place, (port, folder) -> {
            List<String> line = List.of(PROGRAM, "--port", Integer.toString(port), "--bind", place.host());
            List<String> safe = List.of("--dir", folder.toString(), "--appendonly", "yes", "--appendfsync", "always");
            // other hosts, here other namespaces, are let in without a password
            return Stream.of(line, safe, List.of("--protected-mode", "no"))
                    .flatMap(List::stream)
                    .toList();
        }));
    }

    private static String version() throws IOException {
        Process process = new ProcessBuilder(PROGRAM, "--version").start();
        Matcher found = VERSION.matcher(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return found.find() ? found.group(1) : "of an unknown version";
    }

    @Override
    public String label() {
        return "Redis %s, one server, appendfsync always".formatted(version);
    }

    @Override
    public String address() {
        return server.address();
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public void killLeader() {
        server.kill();
    }

    @Override
    public void restart() throws IOException {
        server.restart();
    }

    @Override
    public void close() {
        server.close();
    }
}

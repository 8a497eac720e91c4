package io.lockkeeper.model;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The name of the machine that this process runs on: the system's own, which needs no entry in a name server. */
public final class ThisHost {

    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
    private static final List<String> VARIABLES = List.of("COMPUTERNAME", "HOSTNAME");

    private ThisHost() {}

    /** Never empty; {@code unknown host} where the system gives none. */
    public static String name() {
        return first(kernel(), System.getenv()).or(ThisHost::resolved).orElse("unknown host");
    }

    static Optional<String> first(String kernel, Map<String, String> environment) {
        return Stream.concat(Stream.of(kernel), VARIABLES.stream().map(each -> environment.getOrDefault(each, "")))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .findFirst();
    }

    private static String kernel() {
        try {
            return new String(Files.readAllBytes(KERNEL), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static Optional<String> resolved() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}

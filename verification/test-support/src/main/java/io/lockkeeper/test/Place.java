package io.lockkeeper.test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a process runs: on this machine's loopback, or in a network namespace that is there; and with which variables beside
 * those of this JVM.
 *
 * @param host the address by which others reach it
 * @param prefix what its command line begins with
 * @param environment the variables that it gets in addition
 */
public record Place(String host, List<String> prefix, Map<String, String> environment) {

    public static final Place LOOPBACK = new Place("127.0.0.1", List.of(), Map.of());

    public Place {
        prefix = List.copyOf(prefix);
        environment = Map.copyOf(environment);
    }

    public static Place namespace(String name, String host) {
        return new Place(host, List.of("ip", "netns", "exec", name), Map.of());
    }

    public Place with(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(variables);
        return new Place(host, prefix, all);
    }
}

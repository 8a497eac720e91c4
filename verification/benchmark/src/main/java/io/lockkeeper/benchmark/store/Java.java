package io.lockkeeper.benchmark.store;

import java.util.ArrayList;
import java.util.List;

/** How this very Java, with this class path, runs another main class. */
public final class Java {

    private Java() {}

    public static List<String> line(List<String> options, String main, String... arguments) {
        List<String> line = new ArrayList<>();
        line.add(ProcessHandle.current().info().command().orElse("java"));
        line.addAll(options);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        line.addAll(List.of(arguments));
        return line;
    }
}

package io.lockkeeper.benchmark.store;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How this very Java, with this class path, runs another main class. */
public final class Java {

    private Java() {}

    public static List<String> line(List<String> options, String main, String... arguments) {
        return line(options, List.of(), main, arguments);
    }

    /** With the classes of these jars instead of those of the same names. */
    public static List<String> line(List<String> options, List<Path> jars, String main, String... arguments) {
        List<String> line = new ArrayList<>();
        line.add(ProcessHandle.current().info().command().orElse("java"));
        line.addAll(options);
        String classPath = Stream.concat(
                        jars.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
        line.addAll(List.of("-cp", classPath, main));
        line.addAll(List.of(arguments));
        return line;
    }
}

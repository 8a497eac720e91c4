package io.lockkeeper.test;

import java.io.File;
import java.io.IOException;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/** Loads what most processes of a test need, so that it comes into the archive that its JVM writes at its end. */
final class LoadedClasses {

    private static final Pattern NEEDED = Pattern.compile(
            "((com/mongodb|org/bson|org/slf4j|ch/qos/logback|com/fasterxml/jackson/core|picocli)/.*|io/lockkeeper/(agent|model|host|commandline)/.*)[.]class");

    private LoadedClasses() {}

    public static void main(String[] arguments) throws IOException {
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            try (JarFile jar = new JarFile(path)) {
                jar.stream()
                        .map(each -> NEEDED.matcher(each.getName()))
                        .filter(each -> each.matches())
                        .forEach(each -> load(each.group(1).replace('/', '.')));
            }
        }
    }

    /** Without what it lacks here: most of the driver is for what no test has. */
    private static void load(String name) {
        try {
            Class.forName(name, false, LoadedClasses.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // it is not in the archive then
        }
    }
}

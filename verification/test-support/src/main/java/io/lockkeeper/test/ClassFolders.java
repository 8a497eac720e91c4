package io.lockkeeper.test;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/** The folders of a class path, as jars. */
final class ClassFolders {

    private ClassFolders() {}

    /** Another one where any of the files is another. */
    static long sum(List<Path> paths) throws IOException {
        CRC32 sum = new CRC32();
        for (Path path : paths) {
            for (Path each : all(path)) {
                sum.update((each + " " + Files.size(each) + " " + Files.getLastModifiedTime(each))
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
        return sum.getValue();
    }

    /** The class path with jars only. */
    static String packed(List<Path> paths, Path into) throws IOException {
        List<String> jars = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                Path jar = into.resolve(jars.size() + ".jar");
                if (!Files.exists(jar)) {
                    pack(path, jar);
                }
                jars.add(jar.toString());
            } else if (Files.exists(path)) {
                jars.add(path.toString());
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path each : all(folder)) {
                String name = folder.relativize(each).toString().replace(File.separatorChar, '/');
                if (Files.isDirectory(each)) {
                    out.putNextEntry(new ZipEntry(name + "/")); // Spring looks for packages
                } else {
                    out.putNextEntry(new ZipEntry(name));
                    Files.copy(each, out);
                }
            }
        }
    }

    private static List<Path> all(Path path) throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(path)) {
            return all.sorted().toList();
        }
    }
}

package io.lockkeeper.test;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/** The folders of a class path, as jars. */
record ClassFolders(List<Path> paths) {

    static ClassFolders of(String classPath) {
        return new ClassFolders(Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(Files::exists)
                .toList());
    }

    /** Of a folder for the jars: the same for the same paths. */
    String name() {
        return Integer.toHexString(paths.hashCode());
    }

    /** Another one where any of the files is another. */
    String sum() throws IOException {
        CRC32 sum = new CRC32();
        for (Path path : paths) {
            for (Path each : all(path)) {
                sum.update((each + " " + Files.size(each) + " " + Files.getLastModifiedTime(each))
                        .getBytes(StandardCharsets.UTF_8));
            }
        }
        return Long.toHexString(sum.getValue());
    }

    /** The class path with jars only. */
    String packed(Path into) {
        return IntStream.range(0, paths.size())
                .mapToObj(index -> entry(index, into).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Path entry(int index, Path into) {
        Path path = paths.get(index);
        return Files.isDirectory(path) ? into.resolve(index + ".jar") : path;
    }

    /** A JVM that still reads the former jar keeps it: each is written beside its place. */
    void pack(Path into) throws IOException {
        for (int index = 0; index < paths.size(); index++) {
            if (Files.isDirectory(paths.get(index))) {
                Path written = into.resolve("written");
                pack(paths.get(index), written);
                Files.move(written, entry(index, into), StandardCopyOption.REPLACE_EXISTING);
            }
        }
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
        try (Stream<Path> all = Files.walk(path)) {
            return all.sorted().toList();
        }
    }
}

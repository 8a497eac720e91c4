package io.lockkeeper.test;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The mongod executable of this machine: the one that was named, the one on the path, or the one that the launcher fetched. */
final class MongodBinary {
    private MongodBinary() {}

    static Path find() {
        return Stream.<Supplier<Optional<Path>>>of(MongodBinary::named, MongodBinary::onPath, MongodBinary::inCheckout)
                .map(Supplier::get)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(
                                "No mongod was found: run ./lockkeeper test, which gets one, or set LOCKKEEPER_MONGOD to its path"));
    }

    private static Optional<Path> named() {
        Optional<Path> named = Optional.ofNullable(System.getenv("LOCKKEEPER_MONGOD"))
                .filter(text -> !text.isBlank())
                .map(Path::of);
        named.filter(path -> !Files.isExecutable(path)).ifPresent(path -> {
            throw new IllegalStateException("LOCKKEEPER_MONGOD names " + path + ", which is no executable file");
        });
        return named;
    }

    private static Optional<Path> onPath() {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return List.of(path.split(File.pathSeparator, -1)).stream()
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "mongod"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Optional<Path> inCheckout() {
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve(".lockkeeper/mongod/bin/mongod"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}

package io.lockkeeper.faults.overlay;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/** The tree of sources that this process was started in. */
public final class Checkout {

    private Checkout() {}

    /** The checkout is above the working folder: it is the repository itself, or one of its modules. */
    public static Path file(String name) {
        return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
                .map(folder -> folder.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The sources are not here: " + name));
    }
}

package io.lockkeeper.desktop;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * A folder whose files only its owner can read: mode 700, its files 600. On a system without such modes the folder inherits
 * those of the owner's home.
 */
record OwnFolder(Path path) {

    private static final boolean MODES =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    /** Creates the folder, or closes an existing one to others. */
    static OwnFolder at(Path path) throws IOException {
        Files.createDirectories(path);
        if (MODES) {
            Files.setPosixFilePermissions(path, FOLDER);
        }
        return new OwnFolder(path);
    }

    Path file(String name) {
        return path.resolve(name);
    }

    Optional<String> read(String name) throws IOException {
        return Files.exists(file(name)) ? Optional.of(Files.readString(file(name))) : Optional.empty();
    }

    /** Replaces the file; a concurrent reader gets the old text or the new one. */
    void write(String name, String text) throws IOException {
        Path fresh = Files.createTempFile(path, name, ".new", forOwner());
        Files.writeString(fresh, text);
        Files.move(fresh, file(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    static FileAttribute<?>[] forOwner() {
        return MODES ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)} : new FileAttribute<?>[0];
    }
}

package io.lockkeeper.simulation.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The host agent's classes once more, with those of a folder in front of them. */
final class HostClasses extends ClassLoader {

    private static final String OURS = "io.lockkeeper.host.";

    private final Path folder;

    HostClasses(Path folder) {
        super(HostClasses.class.getClassLoader());
        this.folder = folder;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            return name.startsWith(OURS) ? define(name) : super.loadClass(name, resolve);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        Path patched = folder.resolve(file);
        try (InputStream code = Files.exists(patched)
                ? Files.newInputStream(patched)
                : getParent().getResourceAsStream(file)) {
            if (code == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = code.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

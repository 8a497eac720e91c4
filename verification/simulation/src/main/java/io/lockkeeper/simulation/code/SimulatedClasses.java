package io.lockkeeper.simulation.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Lockkeeper's classes once more, with points in the agent's, and with those of a folder in front of them. */
public final class SimulatedClasses extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "io.lockkeeper.";
    private static final String SHARED = "io.lockkeeper.simulation.shared.";

    private final ClassLoader own;
    private final URLClassLoader overlay;

    public SimulatedClasses(Path folder) {
        super(SimulatedClasses.class.getClassLoader());
        own = SimulatedClasses.class.getClassLoader();
        try {
            overlay = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            return name.startsWith(OURS) && !name.startsWith(SHARED) ? define(name) : super.loadClass(name, resolve);
        }
    }

    /** Loads what the folder has, which may then go. */
    public void loadAll(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".class")).toList()) {
                String path = folder.relativize(file).toString();
                loadClass(path.substring(0, path.length() - ".class".length()).replace('/', '.'));
            }
            overlay.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        byte[] code = read(file).orElseThrow(() -> new ClassNotFoundException(name));
        byte[] defined = PointWriter.concerns(name) ? PointWriter.withPoints(code, this::add) : code;
        return defineClass(name, defined, 0, defined.length);
    }

    /** Into the list that the simulated classes see, which is not this one. */
    private int add(String name, int line) {
        try {
            Object number = loadClass(Points.class.getName())
                    .getMethod("add", String.class, int.class)
                    .invoke(null, name, line);
            return (Integer) Objects.requireNonNull(number);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<byte[]> read(String file) {
        try (InputStream patched = overlay.getResourceAsStream(file);
                InputStream built = own.getResourceAsStream(file)) {
            InputStream found = patched != null ? patched : built;
            return found == null ? Optional.empty() : Optional.of(found.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

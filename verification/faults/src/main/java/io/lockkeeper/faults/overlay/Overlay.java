package io.lockkeeper.faults.overlay;

import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A folder of classes that stand in front of the product's own. */
public final class Overlay implements AutoCloseable {

    private final Path folder;

    private Overlay(Path folder) {
        this.folder = folder;
    }

    /** Compiles the patched files of the checkout's own sources; nothing but an empty folder where there are no patches. */
    public static Overlay compile(List<Patch> patches) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Patch patch : patches) {
            sources.put(patch.file(), patch.applied(sources.computeIfAbsent(patch.file(), Overlay::source)));
        }
        try {
            Overlay overlay = new Overlay(Files.createTempDirectory("lockkeeper-mutant-"));
            overlay.compile(sources);
            return overlay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path folder() {
        return folder;
    }

    private void compile(Map<String, String> sources) {
        if (sources.isEmpty()) {
            return;
        }
        List<JavaFileObject> units = sources.entrySet().stream()
                .map(Source::new)
                .map(JavaFileObject.class::cast)
                .toList();
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (!compiler.getTask(said, null, null, options, null, units).call()) {
            throw new IllegalStateException("A patch does not compile:\n" + said);
        }
    }

    private static String source(String file) {
        try {
            return Files.readString(Checkout.file(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        ServerProcess.delete(folder);
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Map.Entry<String, String> file) {
            super(URI.create("string:///" + file.getKey().replaceFirst(".*/src/main/java/", "")), Kind.SOURCE);
            this.text = file.getValue();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}

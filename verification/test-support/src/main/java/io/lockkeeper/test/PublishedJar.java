package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** The jar that a class of a published module came from: what it says of itself to the module path, to OSGi and to people. */
public record PublishedJar(Path file) {

    public static PublishedJar of(Class<?> type) {
        try {
            return new PublishedJar(Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Fails if it is a module of another name, exports other packages, or lacks what each of ours has. */
    public void isModule(String name, String... exports) {
        isNamed(name, exports);
        assertThat(module().isAutomatic()).as("is only named in its manifest").isFalse();
        assertThat(module().exports()).extracting(Exports::source).containsExactlyInAnyOrder(exports);
        assertThat(module().requires())
                .as("what a service need not have is not handed on, or its compiler asks for it")
                .noneMatch(each ->
                        each.modifiers().containsAll(List.of(Requires.Modifier.STATIC, Requires.Modifier.TRANSITIVE)));
    }

    /** As {@link #isModule}, for a jar that has no descriptor. */
    public void isNamed(String name, String... exports) {
        assertThat(module().name()).isEqualTo(name);
        try (JarFile jar = new JarFile(file.toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(file.getFileName().toString())
                    .isEqualTo(manifest.getValue("Bundle-SymbolicName") + "-"
                            + manifest.getValue("Implementation-Version") + ".jar");
            assertThat(manifest.getValue("Export-Package")).contains(exports);
            assertThat(manifest.getValue("Import-Package")).doesNotContain("java.");
            assertThat(List.of("META-INF/LICENSE", "META-INF/NOTICE")).allMatch(each -> jar.getEntry(each) != null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The modules that it cannot do without. */
    public List<String> required() {
        return module().requires().stream()
                .filter(each -> !each.modifiers().contains(Requires.Modifier.STATIC))
                .map(Requires::name)
                .toList();
    }

    private ModuleDescriptor module() {
        return ModuleFinder.of(file).findAll().iterator().next().descriptor();
    }
}

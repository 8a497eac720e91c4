package io.lockkeeper.test;

import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** What the jar of a class is called on the module path. */
public final class ModuleName {

    private ModuleName() {}

    public static String of(Class<?> type) {
        try {
            Path jar = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
            return ModuleFinder.of(jar).findAll().iterator().next().descriptor().toNameAndVersion();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.lockkeeper.spring.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/**
 * Refuses a Spring Boot for which the starter is not made, before any class is loaded that this version lacks. So this class, and the
 * analyzer that prints the refusal, use only what both versions have.
 */
final class SpringBootCheck implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {

    /** The other starter is made of the same sources, with another number here. */
    private static final int MADE_FOR = 4;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        requireSupported(SpringBootVersion.getVersion());
    }

    static void requireSupported(@Nullable String version) {
        if (version != null && !starter(major(version)).equals(starter(MADE_FOR))) {
            throw new RefusedStartException(
                    "%s is for Spring Boot %s; this is Spring Boot %s.".formatted(starter(MADE_FOR), MADE_FOR, version),
                    "Depend on io.lockkeeper:%s instead. It has the same classes and properties."
                            .formatted(starter(major(version))),
                    null);
        }
    }

    private static String starter(int major) {
        return major < 4 ? "lockkeeper-spring-boot-3-starter" : "lockkeeper-spring-boot-starter";
    }

    private static int major(String version) {
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}

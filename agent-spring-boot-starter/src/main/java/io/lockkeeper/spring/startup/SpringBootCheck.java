package io.lockkeeper.spring.startup;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;

/**
 * Refuses a Spring Boot for which the starter is not made, before any class is loaded that this version lacks. So this class, and the
 * analyzer that prints the refusal, use only what Spring Boot 3 has too.
 */
final class SpringBootCheck implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {

    private static final int OLDEST = 4;

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        requireSupported(SpringBootVersion.getVersion());
    }

    static void requireSupported(@Nullable String version) {
        if (version != null && major(version) < OLDEST) {
            throw new RefusedStartException(
                    "lockkeeper-spring-boot-starter is for Spring Boot 4; this is Spring Boot %s.".formatted(version),
                    "Either use Spring Boot 4, or use the plain agent, which works with Spring Boot 3.5: depend on"
                            + " io.lockkeeper:lockkeeper-agent instead of the starter, and declare it as a bean:"
                            + PLAIN_AGENT,
                    null);
        }
    }

    private static final String PLAIN_AGENT = """


                @Bean(destroyMethod = "close")
                LockAgent lockAgent(MongoClient client) {
                    return LockAgent.connectLater(client, "app", AgentOptions.forService("orders"));
                }

            @Locked, health and metrics are parts of the starter; use LockAgent.withLock instead. There is a complete service in examples/spring-boot-3.\
            """;

    private static int major(String version) {
        return Integer.parseInt(version.substring(0, version.indexOf('.')));
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}

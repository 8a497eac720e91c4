package io.lockkeeper.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.spring.boot.LockHealthAutoConfiguration;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What the health says while no server answers. */
class LockHealthTest {

    private final ApplicationContextRunner service =
            Contexts.nowhere().withConfiguration(AutoConfigurations.of(LockHealthAutoConfiguration.class));

    @Test
    void whileNoServerAnswersItNeverSaysThatLocksWork() {
        service.withPropertyValues("lockkeeper.health.timeout=400ms").run(context -> {
            Health health = context.getBean(LockHealthIndicator.class).health();
            assertThat(Objects.requireNonNull(health).getStatus()).isEqualTo(LockHealthIndicator.DEGRADED);
            assertThat(health.getStatus().getDescription())
                    .isEqualTo("No lock can be taken or renewed until a majority answers");
            assertThat(health.toString())
                    .contains("No primary answered within PT0.4S")
                    .doesNotContain("Locks work");
        });
    }

    @Test
    void itIsDownAtOnceWhereTheServiceWantsIt() {
        service.withPropertyValues("lockkeeper.health.timeout=400ms", "lockkeeper.health.down-after=0s")
                .run(context -> assertThat(Objects.requireNonNull(context.getBean(LockHealthIndicator.class)
                                        .health())
                                .getStatus()
                                .getCode())
                        .isEqualTo("DOWN"));
    }

    @Test
    void itAsksOnceAndNotForLongerThanItMay() {
        String patient = "spring.mongodb.uri=mongodb://127.0.0.1:1/app?replicaSet=rs0";
        service.withPropertyValues("lockkeeper.health.timeout=4s", patient).run(context -> {
            long start = System.nanoTime();
            Health health = context.getBean(LockHealthIndicator.class).health();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(7));
            assertThat(Objects.requireNonNull(health).toString()).contains("within PT4S");
        });
    }

    @Test
    void itTakesTheTtlFromTheAgentWhereverThatHasItFrom() {
        service.withBean(
                        AgentOptions.class, () -> AgentOptions.forService("own").withTtl(Duration.ofHours(1)))
                .run(context -> assertThat(context.getBean(LockHealthIndicator.class))
                        .hasFieldOrPropertyWithValue("ttl", Duration.ofHours(1)));
    }
}

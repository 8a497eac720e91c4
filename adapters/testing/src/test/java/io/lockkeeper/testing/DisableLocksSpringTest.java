package io.lockkeeper.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.LockAgent;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Locks that stand in no test's way, in an application context that has an agent of its own. */
@DisableLocks
@SpringJUnitConfig
class DisableLocksSpringTest {

    private final Report report;

    @Autowired
    DisableLocksSpringTest(Report report) {
        this.report = report;
    }

    @Test
    void theServicesAgentIsReplaced() throws Exception {
        assertThat(report.agent().options().service()).isEqualTo("locks-disabled");
        assertThat(report.agent().acquire("report").isHeld()).isTrue();
        assertThat(report.agent().tryAcquire("report")).isPresent();
    }

    @RepeatedTest(2)
    void nothingIsLeftOfTheTestBefore(@Autowired LockAgent agent) throws Exception {
        assertThat(agent).isSameAs(report.agent());
        assertThat(agent.heldBy("report")).isEmpty();
        assertThat(agent.acquire("report").isHeld()).isTrue();
    }

    record Report(LockAgent agent) {}

    @Configuration
    static class Service {
        @Bean
        LockAgent agent() {
            throw new IllegalStateException("needs MongoDB");
        }

        @Bean
        Report report(LockAgent agent) {
            return new Report(agent);
        }
    }
}

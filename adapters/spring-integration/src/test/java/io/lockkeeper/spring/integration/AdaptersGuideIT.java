package io.lockkeeper.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.GuideCode;
import io.lockkeeper.test.MongoServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.leader.DefaultCandidate;

/** What docs/guide/adapters.md shows, as a service has it. */
class AdaptersGuideIT {

    @Test
    void whatTheGuideShowsIsCompiledHere() throws Exception {
        assertThat(GuideCode.standingNowhere(
                        Path.of("../../docs/guide/adapters.md"),
                        Path.of("src/test/java/io/lockkeeper/spring/integration/AdaptersGuideIT.java"),
                        Path.of("../shedlock/src/test/java/io/lockkeeper/shedlock/ShedLockGuideIT.java")))
                .isEmpty();
    }

    @Test
    void aServiceHasARegistryAndALeader() throws Exception {
        try (AnnotationConfigApplicationContext service = new AnnotationConfigApplicationContext(Service.class)) {
            LockkeeperLeaderInitiator leader = service.getBean(LockkeeperLeaderInitiator.class);
            await().until(() -> leader.getContext().isLeader());
            String done = service.getBean(LockkeeperLockRegistry.class).executeLocked("report", () -> "done");
            assertThat(done).isEqualTo("done");
        }
    }

    @Configuration
    static class Service {

        private final MongoDatabase database = MongoServer.shared().freshDatabase();
        private final String instance = "1";

        @Bean
        LockAgent agent() {
            return LockAgent.connect(
                    MongoServer.shared().client(), database.getName(), AgentOptions.forService("reports"));
        }

        @Bean
        LockkeeperLockRegistry lockRegistry(LockAgent agent) {
            return new LockkeeperLockRegistry(agent);
        }

        @Bean
        LockkeeperLeaderInitiator leader(LockAgent agent) {
            return new LockkeeperLeaderInitiator(agent, new DefaultCandidate(instance, "scheduler"));
        }
    }
}

package io.lockkeeper.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.util.ArrayList;
import java.util.List;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** What docs/guide/adapters.md shows of ShedLock, as a service has it. */
class ShedLockGuideIT {

    @Test
    void anAnnotatedTaskRunsUnderALeaseAndHasItsToken() {
        try (AnnotationConfigApplicationContext service = new AnnotationConfigApplicationContext(Service.class)) {
            Tasks tasks = service.getBean(Tasks.class);
            tasks.report();
            tasks.report();

            assertThat(tasks.tokens()).hasSize(2).isSorted().doesNotHaveDuplicates();
            LockAgent agent = service.getBean(LockAgent.class);
            assertThat(agent.heldBy("nightly-report")).isEmpty();
            assertThat(agent.tryAcquire("nightly-report")).isPresent();
            tasks.report();
            assertThat(tasks.tokens()).hasSize(2);
        }
    }

    @Configuration
    @EnableScheduling
    @EnableSchedulerLock(defaultLockAtMostFor = "10m")
    static class Service {

        private final MongoDatabase database = MongoServer.shared().freshDatabase();

        @Bean
        LockAgent agent() {
            return LockAgent.connect(
                    MongoServer.shared().client(), database.getName(), AgentOptions.forService("reports"));
        }

        @Bean
        LockkeeperLockProvider lockProvider(LockAgent agent) {
            return new LockkeeperLockProvider(agent);
        }

        @Bean
        Tasks tasks(LockkeeperLockProvider lockProvider) {
            return new Tasks(lockProvider);
        }
    }

    static class Tasks {

        private final LockkeeperLockProvider lockProvider;
        private final Reports reports = new Reports();

        Tasks(LockkeeperLockProvider lockProvider) {
            this.lockProvider = lockProvider;
        }

        @Scheduled(cron = "0 0 3 * * *")
        @SchedulerLock(name = "nightly-report", lockAtMostFor = "4h")
        void report() {
            long token = lockProvider.currentLease().orElseThrow().token();
            reports.save(build(), token);
        }

        List<Long> tokens() {
            return reports.tokens;
        }

        private static String build() {
            return "a report";
        }
    }

    private static final class Reports {

        private final List<Long> tokens = new ArrayList<>();

        void save(String report, long token) {
            assertThat(report).isNotEmpty();
            tokens.add(token);
        }
    }
}

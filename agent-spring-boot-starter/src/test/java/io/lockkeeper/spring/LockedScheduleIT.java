package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

@Timeout(60)
class LockedScheduleIT {

    private static final int TIMES = 5;

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void ofTwoInstancesOneRunsTheJobHoweverOftenBothTry() {
        Contexts.on(database)
                .withUserConfiguration(Jobs.class)
                .run(one -> Contexts.on(database)
                        .withUserConfiguration(Jobs.class)
                        .run(other -> {
                            Jobs first = one.getBean(Jobs.class);
                            Jobs second = other.getBean(Jobs.class);
                            await().atMost(Duration.ofSeconds(30))
                                    .until(() -> first.lived() > TIMES && second.lived() > TIMES);
                            assertThat(first.ran() + second.ran()).isEqualTo(1);
                        }));
    }

    @Configuration
    @EnableScheduling
    static class Jobs {
        private final AtomicInteger ran = new AtomicInteger();
        private final AtomicInteger alive = new AtomicInteger();

        @Scheduled(fixedRate = 50)
        @Locked(value = "nightly-report", whenRefused = WhenRefused.SKIP, shortestHold = "1h")
        public void report() {
            ran.incrementAndGet();
        }

        public int ran() {
            return ran.get();
        }

        public int lived() {
            return alive.get();
        }

        @Scheduled(fixedRate = 50)
        public void live() {
            alive.incrementAndGet();
        }
    }
}

package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.test.MongoServer;
import io.lockkeeper.testing.DisableLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestContextManager;

/** Spring pauses the application context of one test class while another's is in use, and starts it again when it is needed. */
@Timeout(60)
class PausedContextsIT {

    private static final MongoDatabase DATABASE = MongoServer.shared().freshDatabase();

    @AfterAll
    static void drop() {
        DATABASE.drop();
    }

    @Test
    void aTestWhoseContextWasPausedMeanwhileLocksAgain() throws Exception {
        List<ConfigurableApplicationContext> contexts = inTurn(First.class, Second.class, Third.class);
        assertThat(contexts.get(2)).isSameAs(contexts.get(0)).isNotSameAs(contexts.get(1));
        assertThat(contexts.get(0).getBean(Pauses.class).times).isEqualTo(1);
    }

    @Test
    void soDoesOneWithoutLocks() throws Exception {
        List<ConfigurableApplicationContext> contexts =
                inTurn(FirstWithoutLocks.class, SecondWithoutLocks.class, ThirdWithoutLocks.class);
        assertThat(contexts.get(2)).isSameAs(contexts.get(0)).isNotSameAs(contexts.get(1));
        assertThat(contexts.get(0).getBean(Pauses.class).times).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "pause"})
    void aContextThatIsStoppedHoldsNothingAndLocksAgainWhenItIsStarted(String how) {
        Contexts.on(DATABASE)
                .withPropertyValues("lockkeeper.shutdown-grace=100ms")
                .withBean(Orders.class)
                .run(context -> {
                    LockAgent agent = context.getBean(LockAgent.class);
                    for (int i = 0; i < 3; i++) {
                        agent.acquire(LockRequest.of("report").withKeep(Duration.ofMinutes(5)));
                        ConfigurableApplicationContext source = context.getSourceApplicationContext();
                        if (how.equals("stop")) {
                            source.stop();
                        } else {
                            source.pause();
                        }
                        assertThatIllegalStateException().isThrownBy(() -> agent.tryAcquire("other"));
                        source.restart();
                        assertThat(agent.heldBy("report")).isEmpty();
                        assertThat(context.getBean(Orders.class).book("17")).isPositive();
                        assertThat(agent.monitor().status().leases()).isZero();
                    }
                });
    }

    private static List<ConfigurableApplicationContext> inTurn(Class<?>... tests) throws Exception {
        List<ConfigurableApplicationContext> contexts = new ArrayList<>();
        for (Class<?> test : tests) {
            TestContextManager manager = new TestContextManager(test);
            manager.beforeTestClass();
            manager.prepareTestInstance(test.getDeclaredConstructor().newInstance());
            var context =
                    (ConfigurableApplicationContext) manager.getTestContext().getApplicationContext();
            assertThat(context.getBean(Orders.class).book("17")).isPositive();
            contexts.add(context);
            manager.afterTestClass();
        }
        return contexts;
    }

    static class Database {
        @DynamicPropertySource
        static void database(DynamicPropertyRegistry properties) {
            properties.add("spring.mongodb.uri", () -> Contexts.uri(DATABASE));
        }
    }

    @SpringBootTest(classes = Service.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class First extends Database {}

    @SpringBootTest(classes = Service.class, webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = "x=1")
    static class Second extends Database {}

    @SpringBootTest(classes = Service.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class Third extends Database {}

    @DisableLocks
    @SpringBootTest(classes = Service.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class FirstWithoutLocks extends Database {}

    @DisableLocks
    @SpringBootTest(classes = Service.class, webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = "x=1")
    static class SecondWithoutLocks extends Database {}

    @DisableLocks
    @SpringBootTest(classes = Service.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
    static class ThirdWithoutLocks extends Database {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        MongoAutoConfiguration.class,
        LockkeeperAutoConfiguration.class,
        LockedAutoConfiguration.class
    })
    static class Service {
        @Bean
        Orders orders() {
            return new Orders();
        }

        @Bean
        Pauses pauses() {
            return new Pauses();
        }
    }

    static class Orders {
        @Locked("order-#{#id}")
        public long book(String id) {
            return CurrentLease.get().token();
        }
    }

    /** Counts how often its context was stopped. */
    static class Pauses implements SmartLifecycle {
        private int times;
        private boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            times++;
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }
}

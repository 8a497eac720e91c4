package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.spring.Finding;
import io.lockkeeper.spring.LockedAdvisor;
import io.lockkeeper.spring.LockedMethodCheck;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class LockkeeperAutoConfigurationTest {

    private final ApplicationContextRunner service = Contexts.nowhere();

    @Test
    void aServiceThatHasAMongoDbHasAnAgentWithoutAFurtherLine() {
        service.run(context -> {
            assertThat(context).hasSingleBean(LockAgent.class).hasSingleBean(AgentLifecycle.class);
            LockAgent agent = context.getBean(LockAgent.class);
            assertThat(agent.options().service()).isEqualTo("orders");
            AgentClient client = context.getBean(AgentClient.class);
            assertThat(client.client()).isSameAs(context.getBean(MongoClient.class));
            assertThat(client.database()).isEqualTo("app");
        });
    }

    @Test
    void whatTheServiceDoesNotSayIsAsTheAgentHasIt() {
        service.run(context -> {
            AgentOptions options = context.getBean(AgentOptions.class);
            AgentOptions defaults = AgentOptions.forService("orders");
            assertThat(options)
                    .usingRecursiveComparison()
                    .ignoringFields("listener", "observer")
                    .isEqualTo(defaults);
        });
    }

    @Test
    void theDefaultsThatThePropertiesNameAreThoseOfTheAgent() {
        LockkeeperProperties defaults = new Binder(new MapConfigurationPropertySource(Map.of()))
                .bindOrCreate("lockkeeper", LockkeeperProperties.class);
        assertThat(defaults.ttl()).isEqualTo(AgentOptions.DEFAULT_TTL);
        assertThat(defaults.clockSkewAllowance()).isEqualTo(AgentOptions.DEFAULT_CLOCK_SKEW_ALLOWANCE);
        assertThat(defaults.answerTimeout()).isEqualTo(AgentOptions.DEFAULT_ANSWER_TIMEOUT);
        assertThat(defaults.indexes())
                .isEqualTo(AgentOptions.forService("orders").indexes());
        assertThat(defaults.locked()).isEqualTo(new LockkeeperProperties.Locked(true, Finding.FAIL, Finding.WARN));
    }

    @Test
    void whatTheServiceSaysIsHeard() {
        service.withPropertyValues(
                        "lockkeeper.service=billing",
                        "lockkeeper.instance=billing-7",
                        "lockkeeper.database=locks",
                        "lockkeeper.ttl=1m",
                        "lockkeeper.indexes=none",
                        "lockkeeper.answer-timeout=2s")
                .run(context -> {
                    AgentOptions options = context.getBean(LockAgent.class).options();
                    assertThat(options.service()).isEqualTo("billing");
                    assertThat(options.instance()).isEqualTo("billing-7");
                    assertThat(options.ttl()).isEqualTo(Duration.ofMinutes(1));
                    assertThat(options.indexes()).isEqualTo(IndexMode.NONE);
                    assertThat(context.getBean(AgentClient.class).database()).isEqualTo("locks");
                });
    }

    @Test
    void aTtlThatIsNoneStopsTheServiceWithTheRule() {
        service.withPropertyValues("lockkeeper.ttl=1ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("Ttl PT0.001S is out of bounds"));
    }

    @Test
    void theAgentMayHaveAClientOfItsOwn() {
        service.withPropertyValues("lockkeeper.own-client=true").run(context -> {
            AgentClient client = context.getBean(AgentClient.class);
            assertThat(client.own()).isTrue();
            assertThat(client.database()).isEqualTo("app");
            assertThat(context).hasSingleBean(MongoClient.class);
        });
        service.withPropertyValues("lockkeeper.uri=mongodb://127.0.0.1:2/locks?serverSelectionTimeoutMS=200")
                .run(context -> assertThat(context.getBean(AgentClient.class).database())
                        .isEqualTo("locks"));
    }

    @Test
    void aServiceThatWantsToFailsWithoutItsServer() {
        service.withPropertyValues("lockkeeper.startup=fail", "lockkeeper.answer-timeout=500ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOfAny(UnsupportedServerException.class, com.mongodb.MongoException.class));
    }

    @Test
    void everyBeanGivesWayToTheServicesOwn() {
        AgentOptions own = AgentOptions.forService("own");
        LockObserver observer = new LockObserver() {};
        LeaseListener listener = (lease, loss) -> {};
        service.withBean(AgentOptions.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(LockAgent.class).options()).isSameAs(own));
        service.withBean(LockObserver.class, () -> observer)
                .withBean(LeaseListener.class, () -> listener)
                .run(context -> {
                    AgentOptions options = context.getBean(LockAgent.class).options();
                    assertThat(options.observer()).isSameAs(observer);
                    assertThat(options.listener()).isSameAs(listener);
                });
    }

    @Test
    void nothingIsThereWhereItIsSwitchedOff() {
        service.withPropertyValues("lockkeeper.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(LockAgent.class)
                        .doesNotHaveBean(LockedAdvisor.class)
                        .doesNotHaveBean(LockedMethodCheck.class));
        service.withPropertyValues("lockkeeper.locked.enabled=false")
                .run(context ->
                        assertThat(context).hasSingleBean(LockAgent.class).doesNotHaveBean(LockedAdvisor.class));
    }
}

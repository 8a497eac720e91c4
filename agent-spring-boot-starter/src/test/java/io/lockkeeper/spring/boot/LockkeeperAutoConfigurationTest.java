package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.ServerUnavailableException;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.Finding;
import io.lockkeeper.spring.LockedAdvisor;
import io.lockkeeper.spring.LockedMethodCheck;
import io.lockkeeper.spring.startup.RefusedStartException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.BeanInstantiationException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
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
        assertThat(defaults.keep())
                .isEqualTo(new LockkeeperProperties.Keep(
                        AgentOptions.DEFAULT_MOST_KEPT, AgentOptions.DEFAULT_RECALL_TIME));
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
    void aTtlThatDoesNotGoWithTheAllowanceStopsTheService() {
        service.withPropertyValues("lockkeeper.ttl=1s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("Ttl PT1S is out of bounds: PT5S (ten times the clock skew allowance)"));
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
                .run(context ->
                        assertThat(context).getFailure().rootCause().isInstanceOf(com.mongodb.MongoException.class));
        service.withPropertyValues("lockkeeper.startup=fail", "lockkeeper.answer-timeout=500ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasCauseInstanceOf(BeanInstantiationException.class)
                        .cause()
                        .hasCauseInstanceOf(ServerUnavailableException.class));
    }

    @Test
    void everyBeanGivesWayToTheServicesOwn() {
        AgentOptions own = AgentOptions.forService("own");
        LockObserver observer = new LockObserver() {};
        LeaseListener listener = (lease, loss) -> {};
        service.withBean(AgentOptions.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(LockAgent.class).options()).isEqualTo(own));
        service.withBean(LockObserver.class, () -> observer)
                .withBean(LeaseListener.class, () -> listener)
                .run(context -> {
                    AgentOptions options = context.getBean(LockAgent.class).options();
                    assertThat(options.observer()).isSameAs(observer);
                    assertThat(options.listener()).isSameAs(listener);
                });
    }

    @Test
    void presenceSlowHoldsAndKeptLeasesAreProperties() {
        service.withPropertyValues(
                        "lockkeeper.presence=false",
                        "lockkeeper.slow-hold-threshold=5s",
                        "lockkeeper.keep.most=7",
                        "lockkeeper.keep.recall-time=1s")
                .run(context -> {
                    AgentOptions options = context.getBean(LockAgent.class).options();
                    assertThat(options.presence()).isFalse();
                    assertThat(options.slowHoldThreshold()).isEqualTo(Duration.ofSeconds(5));
                    assertThat(options.mostKept()).isEqualTo(7);
                    assertThat(options.recallTime()).isEqualTo(Duration.ofSeconds(1));
                });
    }

    @Test
    void aDatabaseOfMongoDbItselfIsRefused() {
        for (String named : List.of("lockkeeper.database=local", "spring.mongodb.database=admin")) {
            Contexts.unnamed()
                    .withPropertyValues(named)
                    .run(context -> assertThat(context)
                            .getFailure()
                            .rootCause()
                            .isInstanceOf(RefusedStartException.class)
                            .hasMessageContaining("is a database of MongoDB itself")
                            .hasMessageContaining("authSource"));
        }
    }

    @Test
    void aServiceWithoutAClientIsAskedForOneAndNotToMarkIt() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LockkeeperAutoConfiguration.class))
                .withPropertyValues("lockkeeper.database=app")
                .run(context -> assertThat(String.valueOf(context.getStartupFailure()))
                        .contains(
                                "the service has none. Declare one, or let Spring Boot's MongoAutoConfiguration make it")
                        .doesNotContain("@Primary"));
    }

    @Test
    void aServiceThatNamesNoDatabaseIsRefusedUnlessTestIsMeant() {
        Contexts.unnamed()
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(RefusedStartException.class)
                        .hasMessageContaining("does not know in which database")
                        .hasMessageContaining("lockkeeper.database=test"));
        for (String named : List.of("lockkeeper.database=test", "spring.mongodb.database=test")) {
            Contexts.unnamed()
                    .withPropertyValues(named)
                    .run(context -> assertThat(
                                    context.getBean(AgentClient.class).database())
                            .isEqualTo("test"));
        }
    }

    @Test
    void aServiceWithoutAnyMongoDbPropertyIsRefusedToo() {
        Contexts.runner()
                .withPropertyValues("spring.mongodb.host=127.0.0.1", "spring.mongodb.port=1")
                .run(context -> assertThat(context).getFailure().rootCause().isInstanceOf(RefusedStartException.class));
    }

    @Test
    void aServiceThatBringsItsOwnAgentNeedsNoDatabase() {
        Contexts.unnamed()
                .withUserConfiguration(OwnAgent.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aContainerNamesItsDatabase() {
        Contexts.unnamed()
                .withBean(MongoConnectionDetails.class, () -> () -> new ConnectionString("mongodb://127.0.0.1:1/shop"))
                .run(context -> assertThat(context.getBean(AgentClient.class).database())
                        .isEqualTo("shop"));
    }

    @Test
    void methodsThatRunWithoutTheirLockAreNamedLoudlyWhereItIsSwitchedOff(CapturedOutput output) {
        for (String off : List.of("lockkeeper.enabled", "lockkeeper.locked.enabled")) {
            service.withPropertyValues(off + "=false")
                    .withBean(Books.class)
                    .run(context -> assertThat(context).hasNotFailed());
            assertThat(output)
                    .contains("WARN")
                    .contains(
                            "Locks are switched off (" + off + "=false): 1 methods with @Locked run WITHOUT their lock")
                    .contains("Books.book()");
        }
    }

    @Test
    void aServiceThatWantsInterfacesProxiedHasThemProxied() {
        service.withPropertyValues("spring.aop.proxy-target-class=false")
                .withBean("handler", GenericHandler.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(AopUtils.isJdkDynamicProxy(context.getBean("handler")))
                            .isTrue();
                });
        service.withBean("handler", GenericHandler.class)
                .run(context -> assertThat(AopUtils.isCglibProxy(context.getBean("handler")))
                        .isTrue());
        service.withPropertyValues("spring.aop.proxy-target-class=false")
                .withBean("more", MoreThanItsInterface.class)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("MoreThanItsInterface.more() is in no interface of bean \"more\""));
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

    @Configuration(proxyBeanMethods = false)
    static class OwnAgent {
        @Bean
        LockAgent own(MongoClient client) {
            return LockAgent.connectLater(client, "own", AgentOptions.forService("own"));
        }
    }

    static class Books {
        @Locked("a")
        public void book() {}
    }

    interface Handler<T> {
        void handle(T order);
    }

    static class GenericHandler implements Handler<String> {
        @Override
        @Locked("order-#{#order}")
        public void handle(String order) {}
    }

    static class MoreThanItsInterface implements Handler<String> {
        @Override
        public void handle(String order) {}

        @Locked("more")
        public void more() {}
    }
}

package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.model.Owner;
import io.lockkeeper.spring.observe.LockObservations;
import io.micrometer.observation.ObservationRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Listeners, observers and customizers that a service declares as beans. */
@ExtendWith(OutputCaptureExtension.class)
class AgentOptionsBeansTest {

    private final ApplicationContextRunner service = Contexts.nowhere();

    @Test
    void allListenersAreToldInTheirOrderAlsoAfterOneThatThrows() {
        List<String> told = new CopyOnWriteArrayList<>();
        service.withBean("late", LeaseListener.class, () -> new Telling(3, told))
                .withBean("failing", LeaseListener.class, () -> new Telling(2, told))
                .withBean("early", LeaseListener.class, () -> new Telling(1, told))
                .run(context -> {
                    LeaseListener all =
                            context.getBean(LockAgent.class).options().listener();
                    all.lost(lease(), new LeaseLoss.Expired());
                    all.atRisk(lease(), Duration.ZERO);
                    all.renewalLate(lease(), Duration.ZERO);
                    all.longestHoldNear(lease(), Duration.ZERO);
                    assertThat(told)
                            .containsExactly(
                                    "1 lost", "2 lost", "3 lost", "1 risk", "2 risk", "3 risk", "1 late", "2 late",
                                    "3 late", "1 near", "2 near", "3 near");
                });
    }

    @Test
    void allObserversSeeEverythingInTheirOrderAlsoAfterOneThatThrows() {
        List<String> seen = new CopyOnWriteArrayList<>();
        service.withBean("failing", LockObserver.class, FailingObserver::new)
                .withBean("second", LockObserver.class, () -> new Recording("second", seen))
                .withBean("third", LockObserver.class, () -> new Recording("third", seen))
                .run(context -> {
                    LockObserver all =
                            context.getBean(LockAgent.class).options().observer();
                    LockObserver.Acquiring acquiring = all.acquiring(LockRequest.of("a"));
                    LockRequest sent = acquiring.request(LockRequest.of("a"));
                    assertThat(sent.details().values())
                            .containsEntry("second", "was here")
                            .containsEntry("third", "was here");
                    acquiring.granted(lease(), Optional.empty()).released(Duration.ZERO);
                    acquiring.failed(new IllegalStateException("staged"));
                    all.batchSent(2);
                    assertThat(seen)
                            .containsExactly(
                                    "second granted",
                                    "third granted",
                                    "second released",
                                    "third released",
                                    "second failed",
                                    "third failed",
                                    "second batch",
                                    "third batch");
                });
    }

    @Test
    void anObserverOfTheServicesOwnIsBesideTheMetricsAndNotInTheirPlace() {
        LockObserver own = new LockObserver() {};
        service.withBean(ObservationRegistry.class, ObservationRegistry::create)
                .withBean(LockObserver.class, () -> own)
                .run(context -> {
                    assertThat(context).hasSingleBean(LockObservations.class);
                    assertThat(context.getBean(LockAgent.class).options().observer())
                            .isEqualTo(new LockObservers(List.of(own, context.getBean(LockObservations.class))));
                });
    }

    @Test
    void theHostAgentIsWhereItUsuallyIsUnlessAPropertySaysOtherwise() {
        Path usual = AgentOptions.forService("any").hostAgent();
        service.run(context -> assertThat(options(context).hostAgent()).isEqualTo(usual));
        service.withPropertyValues("lockkeeper.host-agent=none")
                .run(context -> assertThat(options(context).hostAgent()).isNull());
        service.withPropertyValues("lockkeeper.host-agent=/srv/locks.sock")
                .run(context -> assertThat(options(context).hostAgent()).isEqualTo(Path.of("/srv/locks.sock")));
    }

    private static AgentOptions options(ApplicationContext context) {
        return context.getBean(LockAgent.class).options();
    }

    @Test
    void customizersHaveTheLastWordInTheirOrder() {
        LeaseListener listener = (lease, loss) -> {};
        service.withPropertyValues("lockkeeper.ttl=1m", "lockkeeper.answer-timeout=3s")
                .withBean(LeaseListener.class, () -> listener)
                .withUserConfiguration(Customizers.class)
                .run(context -> {
                    AgentOptions options = context.getBean(LockAgent.class).options();
                    assertThat(options.ttl()).isEqualTo(Duration.ofMinutes(2));
                    assertThat(options.instance()).isEqualTo("first second");
                    assertThat(options.answerTimeout()).isEqualTo(Duration.ofSeconds(3));
                    assertThat(options.listener()).isSameAs(listener);
                });
    }

    @Test
    void optionsOfTheServicesOwnKeepListenersObserversAndCustomizersAndIgnoredPropertiesAreNamed(
            CapturedOutput output) {
        LeaseListener own = (lease, loss) -> {};
        LeaseListener bean = (lease, loss) -> {};
        service.withPropertyValues("lockkeeper.ttl=1m", "lockkeeper.health.timeout=1s")
                .withBean(
                        AgentOptions.class, () -> AgentOptions.forService("own").withListener(own))
                .withBean(LeaseListener.class, () -> bean)
                .withUserConfiguration(Customizers.class)
                .run(context -> {
                    AgentOptions options = context.getBean(LockAgent.class).options();
                    assertThat(options.service()).isEqualTo("own");
                    assertThat(options.instance()).isEqualTo("first second");
                    assertThat(options.listener()).isEqualTo(new LeaseListeners(List.of(own, bean)));
                });
        assertThat(output).contains("lockkeeper.ttl=1m (", ") is ignored").contains("AgentOptionsCustomizer");
    }

    private static Lease lease() {
        return mock(Lease.class);
    }

    private record Telling(int order, List<String> told) implements LeaseListener, Ordered {
        @Override
        public void lost(Lease lease, LeaseLoss loss) {
            say("lost");
        }

        @Override
        public void atRisk(Lease lease, Duration remaining) {
            say("risk");
        }

        @Override
        public void renewalLate(Lease lease, Duration remaining) {
            say("late");
        }

        @Override
        public void longestHoldNear(Lease lease, Duration remaining) {
            say("near");
        }

        private void say(String what) {
            told.add(order + " " + what);
            if (order == 2) {
                throw new IllegalStateException("staged");
            }
        }

        @Override
        public int getOrder() {
            return order;
        }
    }

    @Order(0)
    private static final class FailingObserver implements LockObserver {
        @Override
        public Acquiring acquiring(LockRequest request) {
            throw new IllegalStateException("staged");
        }

        @Override
        public void batchSent(int calls) {
            throw new IllegalStateException("staged");
        }
    }

    private record Recording(String name, List<String> seen) implements LockObserver {
        @Override
        public Acquiring acquiring(LockRequest request) {
            return new Acquiring() {
                @Override
                public LockRequest request(LockRequest asked) {
                    return asked.withDetail(name, "was here");
                }

                @Override
                public Holding granted(Lease lease, Optional<Owner> previous) {
                    seen.add(name + " granted");
                    return new Holding() {
                        @Override
                        public void released(Duration held) {
                            seen.add(name + " released");
                        }
                    };
                }

                @Override
                public void failed(Exception failure) {
                    seen.add(name + " failed");
                }
            };
        }

        @Override
        public void batchSent(int calls) {
            seen.add(name + " batch");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {
        @Bean
        @Order(2)
        AgentOptionsCustomizer second() {
            return options -> options.withInstance(options.instance() + " second");
        }

        @Bean
        @Order(1)
        AgentOptionsCustomizer first() {
            return options -> options.withInstance("first").withTtl(Duration.ofMinutes(2));
        }
    }
}

package io.lockkeeper.spring;

import static io.lockkeeper.spring.RefusedBean.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.spring.boot.LockedAutoConfiguration;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import io.lockkeeper.testing.InMemoryLocks;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;

/** Each way on which a method is called past the proxy is refused at the start, or warned of; what the refusal advises takes the lock. */
@ExtendWith(OutputCaptureExtension.class)
class PastTheProxyTest {

    @Test
    void whatSpringCallsWhenItMakesABeanIsRefused() {
        assertThat(problems(Made.class))
                .contains(
                        "Made.migrate() of bean",
                        "is called by Spring on the bean itself (@PostConstruct), past the proxy that takes the lock",
                        "let an ApplicationRunner do it, with @Locked on run()")
                .contains("Made.afterPropertiesSet() of bean", "(InitializingBean)");
        assertThat(problems(Named.class))
                .contains("Schema.create() of bean \"schema\" is called by Spring on the bean itself (initMethod)");
    }

    @Test
    void whatSpringCallsWhenItDestroysABeanIsRefused() {
        assertThat(problems(Destroyed.class))
                .contains("Destroyed.leave() of bean", "(@PreDestroy)", "@EventListener for ContextClosedEvent")
                .contains("Destroyed.destroy() of bean", "(DisposableBean)")
                .contains("Destroyed.close() of bean", "(AutoCloseable)");
        assertThat(problems(Named.class))
                .contains("Schema.drop() of bean \"schema\"", "(destroyMethod)")
                .contains("Schema.shutdown() of bean \"inferred\"", "(destroyMethod)");
    }

    @Test
    void aMethodThatAClassWithTheAnnotationDoesNotCoverIsRefused() {
        assertThat(problems(Hidden.class))
                .contains(
                        "Hidden.run() is not public, and @Locked on a class is for its public methods: make it public")
                .contains("Hidden.guarded() is not public")
                .doesNotContain("helper", "shared()", "own()");
    }

    @Test
    void aCallInAConstructorIsRefused() {
        assertThat(problems(Constructed.class))
                .contains("Constructed.book() is called by Constructed() of the same class");
    }

    @Test
    void whatWasRegisteredAsItIsIsRefused() {
        Contexts.nowhere()
                .withInitializer(context -> context.getBeanFactory().registerSingleton("books", new Sound()))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidLockedMethodException.class)
                        .hasMessageContaining(
                                "Bean \"books\" has methods with @Locked, but no proxy that takes their locks"));
    }

    @Test
    void whatAFactoryMakesIsLookedAt() {
        assertThat(problems(Factory.class)).contains("Product.last() is final");
    }

    @Test
    void aSliceOfATestThatLeavesTheStarterOutIsWarned(CapturedOutput output) {
        start(Sound.class, context -> {}).close();
        assertThat(output)
                .contains("LockedAutoConfiguration is not loaded, as in a slice of a test: 1 methods with @Locked run"
                        + " WITHOUT their lock, also while other instances run them: Sound.book()");
    }

    @Test
    void whatTheRefusalsAdviseTakesTheLock() {
        List<String> held = new ArrayList<>();
        start(Advised.class, context -> context.getBeanFactory().registerSingleton("held", held))
                .close();
        assertThat(held).containsExactly("migration", "runner", "end");
    }

    private static ConfigurableApplicationContext start(
            Class<?> service, ApplicationContextInitializer<ConfigurableApplicationContext> first) {
        return new SpringApplicationBuilder(service)
                .web(WebApplicationType.NONE)
                .initializers(first)
                .run();
    }

    static class Made implements InitializingBean {
        @PostConstruct
        @Locked("a")
        void migrate() {}

        @Override
        @Locked("a")
        public void afterPropertiesSet() {}
    }

    static class Destroyed implements DisposableBean, AutoCloseable {
        @PreDestroy
        @Locked("a")
        void leave() {}

        @Override
        @Locked("a")
        public void destroy() {}

        @Override
        @Locked("a")
        public void close() {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Named {
        @Bean(initMethod = "create", destroyMethod = "drop")
        Schema schema() {
            return new Schema();
        }

        @Bean
        Schema inferred() {
            return new Schema();
        }
    }

    static class Schema {
        @Locked("a")
        public void create() {}

        @Locked("a")
        public void drop() {}

        @Locked("a")
        public void shutdown() {}
    }

    @Locked("a")
    static class Hidden {
        @Scheduled(fixedDelay = 1000)
        void run() {}

        protected void guarded() {}

        private void helper() {}

        static void shared() {}

        @Locked("b")
        void own() {}

        public void all() {
            helper();
            guarded();
        }
    }

    static class Constructed {
        Constructed() {
            book();
        }

        @Locked("a")
        public void book() {}
    }

    static class Sound {
        @Locked("a")
        public void book() {}
    }

    static class Factory implements FactoryBean<Product> {
        @Override
        public Product getObject() {
            return new Product();
        }

        @Override
        public Class<?> getObjectType() {
            return Product.class;
        }
    }

    static class Product {
        @Locked("a")
        public final void last() {}
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({LockkeeperAutoConfiguration.class, LockedAutoConfiguration.class})
    @Import({Migration.class, Runner.class})
    static class Advised {
        @Bean
        InMemoryLocks locks() {
            return new InMemoryLocks();
        }

        @Bean
        LockAgent agent(InMemoryLocks locks) {
            return locks.agent("orders");
        }
    }

    private static void note(List<String> held) {
        held.add(CurrentLease.find().map(Lease::name).orElse("nothing"));
    }

    static class Migration implements SmartInitializingSingleton {
        private final List<String> held;

        Migration(List<String> held) {
            this.held = held;
        }

        @Override
        @Locked("migration")
        public void afterSingletonsInstantiated() {
            note(held);
        }
    }

    static class Runner implements ApplicationRunner {
        private final List<String> held;

        Runner(List<String> held) {
            this.held = held;
        }

        @Override
        @Locked("runner")
        public void run(ApplicationArguments arguments) {
            note(held);
        }

        @EventListener(ContextClosedEvent.class)
        @Locked("end")
        public void end() {
            note(held);
        }
    }
}

package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.spring.boot.LockedAutoConfiguration;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import io.lockkeeper.spring.boot.LockkeeperProperties;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.javapoet.ClassName;

/** A service that was prepared ahead of time, as native images are: what is generated is compiled, started and locks. */
@Timeout(60)
class AheadOfTimeIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final TestGenerationContext generation = new TestGenerationContext();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    @CompileWithForkedClassLoader
    void aServiceThatWasPreparedAheadOfTimeLocks() {
        ClassName prepared = prepare();
        TestCompiler.forSystem().with(generation).compile(compiled -> {
            GenericApplicationContext context = new GenericApplicationContext();
            properties().applyTo(context);
            initializer(compiled.getInstance(ApplicationContextInitializer.class, prepared.reflectionName()))
                    .initialize(context);
            context.refresh();
            assertThat(context.getBean(Orders.class).book(new Order("17"))).isEqualTo("order-17");
            assertThat(context.getBean(LockAgent.class).heldBy("order-17")).isEmpty();
            context.close();
        });
    }

    @Test
    void whatTheNameOfALockIsMadeFromIsReachableInANativeImage() {
        prepare();
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Order.class, "id"))
                .accepts(generation.getRuntimeHints());
        assertThat(RuntimeHintsPredicates.reflection().onType(LockkeeperProperties.class))
                .accepts(generation.getRuntimeHints());
    }

    private ClassName prepare() {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        properties().applyTo(context);
        context.register(Service.class);
        ClassName prepared = new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        generation.writeGeneratedContent();
        return prepared;
    }

    private TestPropertyValues properties() {
        return TestPropertyValues.of("spring.application.name=orders", "spring.mongodb.uri=" + Contexts.uri(database));
    }

    @SuppressWarnings("unchecked")
    private static ApplicationContextInitializer<GenericApplicationContext> initializer(
            ApplicationContextInitializer<?> found) {
        return (ApplicationContextInitializer<GenericApplicationContext>) found;
    }

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
    }

    public record Order(String id) {}

    public static class Orders {
        @Locked("order-#{#order.id}")
        public String book(Order order) {
            return CurrentLease.get().name();
        }
    }
}

package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import io.lockkeeper.test.CodeBlock;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.testcontainers.mongodb.MongoDBContainer;

/** The service with a container of the testing page starts as it stands there; the tests' own server answers in the container's place. */
@Timeout(120)
class TestingPageIT {

    private static final MongoDatabase DATABASE = MongoServer.shared().freshDatabase();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path project;

    @AfterEach
    void drop() {
        DATABASE.drop();
    }

    @Test
    void theServiceWithAContainerStartsAndLocks() throws Exception {
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {compiled().toUri().toURL()});
                ConfigurableApplicationContext context = new SpringApplicationBuilder(
                                Service.class, loader.loadClass("shop.TestMongo"))
                        .web(WebApplicationType.NONE)
                        .run();
                Lease lease = context.getBean(LockAgent.class).acquire("report")) {
            assertThat(DATABASE.getCollection("locks").countDocuments()).isEqualTo(1);
            assertThat(lease.isHeld()).isTrue();
        }
    }

    private Path compiled() throws IOException {
        String shown = CodeBlock.ofPage(Path.of("guide/testing.md"), "java").stream()
                .map(CodeBlock::text)
                .filter(text -> text.contains("MongoDBContainer"))
                .findFirst()
                .orElseThrow();
        Path source = Files.writeString(project.resolve("TestMongo.java"), "package shop;\n" + shown);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-proc:none", "-d", project.toString(), source.toString()))
                .isZero();
        return project;
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        ServiceConnectionAutoConfiguration.class,
        MongoAutoConfiguration.class,
        LockkeeperAutoConfiguration.class
    })
    static class Service {
        @Bean
        static BeanPostProcessor withoutDocker() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    return bean instanceof MongoDBContainer ? new Started() : bean;
                }
            };
        }
    }

    /** A container that needs no Docker. */
    private static final class Started extends MongoDBContainer {
        Started() {
            super("mongo:8");
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public String getReplicaSetUrl() {
            return MongoServer.shared().uri().replaceFirst("/[^/?]*(\\?|$)", "/" + DATABASE.getName() + "$1");
        }
    }
}

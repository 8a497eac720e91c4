package io.lockkeeper.spring.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.StandaloneServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a developer reads when a service does not start for the starter's sake. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class StartupFailuresIT {

    private static final String NOWHERE = "mongodb://127.0.0.1:1/app?replicaSet=rs0&serverSelectionTimeoutMS=200";

    @Test
    void aMethodThatNoLockWouldProtectIsExplained(CapturedOutput output) {
        assertThat(refusal(output, Careless.class))
                .contains("APPLICATION FAILED TO START", "Description:")
                .contains("Careless.book() is called by bookAll() of the same class")
                .contains("Action:", "Change the methods as described above");
    }

    @Test
    void aFinalClassIsExplained(CapturedOutput output) {
        assertThat(refusal(output, WithFinalBean.class))
                .contains("Bean \"last\" has methods with @Locked, but", "is a final class")
                .contains("Make the class open");
    }

    @Test
    void aDatabaseThatNobodyNamesIsExplained(CapturedOutput output) {
        assertThat(refusal(output, Empty.class, "--spring.mongodb.uri=" + NOWHERE.replace("/app", "/")))
                .contains("Lockkeeper does not know in which database to keep the locks")
                .contains("If \"test\" is meant, set lockkeeper.database=test.");
    }

    @Test
    void anOptionThatBreaksARuleIsExplained(CapturedOutput output) {
        assertThat(refusal(output, Empty.class, "--lockkeeper.ttl=1ms"))
                .contains(
                        "lockkeeper.ttl=1ms (\"lockkeeper.ttl\" from property source \"commandLineArgs\") is invalid. Ttl PT0.001S is")
                .contains("Correct the property there");
    }

    @Test
    void anAddressThatIsNoneIsExplainedWithoutAPassword(CapturedOutput output) {
        assertThat(refusal(output, Empty.class, "--lockkeeper.uri=mongodb://ann:se/same@127.0.0.1:1/app"))
                .contains("lockkeeper.uri is not the address of a MongoDB")
                .contains("percent-encoded")
                .doesNotContain("same@", "ann:se");
    }

    @Test
    void aPatternThatIsNoneIsExplained(CapturedOutput output) {
        assertThat(refusal(
                        output,
                        Empty.class,
                        "--lockkeeper.observations.groups.customers=customer-(",
                        "--lockkeeper.observations.max-groups=10"))
                .contains("lockkeeper.observations")
                .contains("customers", "customer-(");
    }

    @Test
    void severalClientsAreExplained(CapturedOutput output) {
        assertThat(refusal(output, TwoClients.class))
                .contains(
                        "Lockkeeper needs the service's MongoClient; the service has several (one, other), and not exactly one of"
                                + " them is primary.")
                .contains("@Primary");
    }

    @Test
    void aMissingClientIsExplained(CapturedOutput output) {
        assertThat(refusal(output, NoClient.class))
                .contains("Lockkeeper needs the service's MongoClient; the service has none.")
                .contains("Declare one")
                .doesNotContain("@Primary");
    }

    @Test
    void aServerThatIsDownIsExplainedAndNotCalledUnsupported(CapturedOutput output) {
        assertThat(refusal(output, Empty.class, "--lockkeeper.startup=fail", "--lockkeeper.answer-timeout=500ms"))
                .contains("No MongoDB primary answered within PT0.5S", "lockkeeper.startup=fail")
                .contains("set lockkeeper.startup=wait")
                .doesNotContainIgnoringCase("unsupported")
                .doesNotContain("cannot keep locks");
    }

    @Test
    @OwnServer
    void aStandaloneServerIsExplained(CapturedOutput output) {
        try (StandaloneServer server = StandaloneServer.start()) {
            assertThat(refusal(
                            output,
                            Empty.class,
                            "--lockkeeper.startup=wait",
                            "--lockkeeper.database=app",
                            "--spring.mongodb.uri=" + server.uri()))
                    .contains("The agent cannot keep locks in this MongoDB: This MongoDB is a standalone server")
                    .contains("An agent needs a replica set (one node will do)");
        }
    }

    @Test
    void aSpringBootThatThisStarterIsNotForIsRefusedAndTheOtherStarterNamed() {
        boolean four = String.valueOf(SpringBootVersion.getVersion()).startsWith("4.");
        List<String> starters = List.of("lockkeeper-spring-boot-starter", "lockkeeper-spring-boot-3-starter");
        assertThatThrownBy(() -> SpringBootCheck.requireSupported(four ? "3.5.8" : "4.1.1"))
                .hasMessageContaining("%s is for Spring Boot %s; this is Spring Boot %s."
                        .formatted(starters.get(four ? 0 : 1), four ? 4 : 3, four ? "3.5.8" : "4.1.1"))
                .hasMessageContaining("Depend on io.lockkeeper:%s instead".formatted(starters.get(four ? 1 : 0)));
        SpringBootCheck.requireSupported(null);
        SpringBootCheck.requireSupported(SpringBootVersion.getVersion());
        SpringBootCheck.requireSupported(four ? "10.1.0-M1" : "3.5.0");
    }

    private static String refusal(CapturedOutput output, Class<?> service, String... arguments) {
        SpringApplication application = new SpringApplicationBuilder(service)
                .web(WebApplicationType.NONE)
                .properties("spring.mongodb.uri=" + NOWHERE)
                .build();
        assertThatThrownBy(() -> application.run(arguments)).isNotNull();
        return output.toString().substring(output.toString().indexOf("APPLICATION FAILED TO START"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Empty {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = MongoAutoConfiguration.class)
    static class NoClient {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Careless {
        @Locked("a")
        public void book() {}

        public void bookAll() {
            book();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithFinalBean {
        @Bean
        Last last() {
            return new Last();
        }

        @Bean
        Runnable usesIt(Last last) {
            return last::book;
        }
    }

    static final class Last {
        @Locked("a")
        public void book() {}
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class TwoClients {
        @Bean
        MongoClient one() {
            return MongoClients.create(NOWHERE);
        }

        @Bean
        MongoClient other() {
            return MongoClients.create(NOWHERE);
        }
    }
}

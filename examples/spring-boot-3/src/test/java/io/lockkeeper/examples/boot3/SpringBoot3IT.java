package io.lockkeeper.examples.boot3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.test.MongoServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** A service on Spring Boot 3.5 with the starter for it, and what the starter for Spring Boot 4 says here. */
@Timeout(120)
class SpringBoot3IT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void aMethodWithLockedLocksAndTheServiceLeavesNothingBehind() throws InterruptedException {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
        LockAgent agent;
        try (ConfigurableApplicationContext service = SpringApplication.run(OrdersApplication.class, uri())) {
            agent = service.getBean(LockAgent.class);
            Bookings bookings = service.getBean(Bookings.class);
            assertThat(bookings.book("17")).isTrue();
            assertThat(bookings.book("17")).isFalse();
            Lease held = agent.acquire("report");
            assertThat(held.isHeld()).isTrue();
            assertThat(agent.options().service()).isEqualTo("orders");
            assertThat(service.getBean(HealthEndpoint.class)
                            .healthForPath("lockkeeper")
                            .getStatus())
                    .isEqualTo(Status.UP);
        }
        assertThatIllegalStateException().isThrownBy(() -> agent.tryAcquire("report"));
        assertThat(database.getCollection("locks").countDocuments()).isPositive();
        assertThat(database.getCollection("locks").find().map(lock -> lock.getList("holders", Object.class)))
                .allSatisfy(holders -> assertThat(holders).isEmpty());
    }

    @Test
    void theStarterForSpringBoot4NamesTheOneForThisVersion(@TempDir Path folder) throws Exception {
        Path said = folder.resolve("said");
        Process service = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        starter() + File.pathSeparator + withoutTheOneForThisVersion(),
                        OrdersApplication.class.getName(),
                        uri())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(service.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(said))
                .contains("APPLICATION FAILED TO START")
                .contains("lockkeeper-spring-boot-starter is for Spring Boot 4; this is Spring Boot 3.5.")
                .contains("Depend on io.lockkeeper:lockkeeper-spring-boot-3-starter instead")
                .doesNotContain("NoClassDefFoundError", "ClassNotFoundException");
        assertThat(service.exitValue()).isEqualTo(1);
    }

    private static String withoutTheOneForThisVersion() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(each -> !each.contains("lockkeeper-spring-boot-3-starter"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String starter() throws IOException {
        Path starter = Path.of(Objects.requireNonNull(System.getProperty("starter")));
        assertThat(starter).exists();
        return starter.toString();
    }

    private String uri() {
        return "--spring.data.mongodb.uri="
                + MongoServer.shared().uri().replaceFirst("/[^/?]*(\\?|$)", "/" + database.getName() + "$1");
    }
}

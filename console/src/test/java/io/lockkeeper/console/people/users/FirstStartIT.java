package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.ground.store.StartRefusedException;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.test.MongoServer;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.crypto.password.PasswordEncoder;

@ExtendWith(OutputCaptureExtension.class)
class FirstStartIT {

    private static final String GIVEN = "a password of the environment";

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");

    @AfterEach
    void stop() {
        locks.drop();
        own.drop();
    }

    @Test
    void whatAnOlderConsoleKeptIsTakenOverOnceAndANewerConsolesDataIsRefused(CapturedOutput output) {
        locks.getCollection("audit").insertOne(new Document("_id", "old-entry"));
        locks.getCollection("console_state").insertOne(new Document("_id", "board-stream"));
        try (ConfigurableApplicationContext console = start("--lockkeeper.users.operator-password=" + GIVEN)) {
            UserAccount operator =
                    console.getBean(UserAccounts.class).findById("operator").orElseThrow();
            assertThat(operator.role()).isEqualTo(Role.OPERATOR);
            assertThat(console.getBean(PasswordEncoder.class).matches(GIVEN, operator.hash()))
                    .isTrue();
        }
        assertThat(own.getCollection("audit").countDocuments()).isEqualTo(1);
        assertThat(own.getCollection("streams").countDocuments(new Document("_id", "board-stream")))
                .isEqualTo(1);
        assertThat(shownFor(output)).containsExactly("admin");
        assertThat(output.getOut()).doesNotContain("ignored: the users have been in the database");

        start("--lockkeeper.users.operator-password=another password, too late").close();
        assertThat(output.getOut())
                .containsOnlyOnce("LOCKKEEPER_USERS_OPERATOR_PASSWORD is ignored: the users have been in the database");
        assertThat(own.getCollection("users").countDocuments()).isEqualTo(2);
        assertThat(shownFor(output)).containsExactly("admin");

        start("--lockkeeper.users.reset-admin=operator").close();
        assertThat(shownFor(output)).containsExactly("admin", "operator");
        assertThat(own.getCollection("users")
                        .find(new Document("_id", "operator"))
                        .first())
                .containsEntry("role", "ADMIN")
                .containsEntry("mustChangePassword", true);

        own.getCollection("schema").updateOne(new Document(), new Document("$set", new Document("version", 99)));
        assertThatThrownBy(this::start)
                .hasRootCauseInstanceOf(StartRefusedException.class)
                .rootCause()
                .hasMessageContaining("is of version 99");
    }

    private ConfigurableApplicationContext start(String... settings) {
        String[] fixed = {
            "--server.port=0",
            "--spring.mongodb.uri=" + MongoServer.uri(MongoServer.shared().uri(), locks.getName())
        };
        return SpringApplication.run(
                ConsoleApplication.class,
                Stream.of(fixed, settings).flatMap(Stream::of).toArray(String[]::new));
    }

    private static List<String> shownFor(CapturedOutput output) {
        return Pattern.compile("administrator (\\S+) with the password")
                .matcher(output.getOut())
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}

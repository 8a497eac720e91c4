package io.lockkeeper.console.people.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
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

@ExtendWith(OutputCaptureExtension.class)
class FirstStartIT {

    private final MongoDatabase locks = MongoServer.shared().freshDatabase();
    private final MongoDatabase own = MongoServer.shared().client().getDatabase(locks.getName() + "_console");

    @AfterEach
    void stop() {
        locks.drop();
        own.drop();
    }

    @Test
    void theFirstAdministratorIsMadeOnceAndANewerConsolesDataIsRefused(CapturedOutput output) {
        start().close();
        start().close();
        assertThat(own.getCollection("users").countDocuments()).isEqualTo(1);
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

package io.lockkeeper.console.remember.deploys;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeploysIT {

    private static final Instant DAY = Instant.parse("2026-11-20T00:00:00Z");

    /** It records nothing by itself, so that only the test looks. */
    @AutoClose
    private static final Console console = Console.start("--lockkeeper.history.enabled=false");

    private final DeployWatch watch = console.bean(DeployWatch.class);
    private final Deploys deploys = console.bean(Deploys.class);

    @BeforeEach
    void beginWithNothing() {
        agents().deleteMany(new Document());
        console.own().getCollection("state").deleteOne(new Document("_id", Deploys.DeployBook.ID));
    }

    @Test
    void aServiceWhoseNewestProcessRunsAnotherVersionIsADeploy() {
        agent("billing", "0.1.0", 60);
        agent("report", "0.1.0", 70);
        watch.keep();
        assertThat(seen()).as("what runs already is none").isEmpty();

        agent("billing", "0.2.0", 600);
        agent("billing", "0.1.0", 90);
        watch.keep();
        watch.keep();
        assertThat(seen()).containsExactly(new Deploy("billing", "0.2.0", "0.1.0", at(600)));

        agent("billing", "0.1.0", 700);
        watch.keep();
        assertThat(seen()).as("back again").contains(new Deploy("billing", "0.1.0", "0.2.0", at(700)));
        assertThat(seen().getFirst().sentence())
                .isEqualTo("billing began to run version 0.2.0 of the library; before, 0.1.0.");
    }

    @Test
    void whatAgentsCannotHaveWrittenIsPassedOver() {
        agents().insertMany(List.of(
                new Document("service", "billing").append("version", 7).append("started", at(1)),
                new Document("service", "billing").append("version", "9"),
                new Document("service", "billing")
                        .append("version", "x".repeat(5_000))
                        .append("started", at(1)),
                new Document("service", "a".repeat(300))
                        .append("version", "1")
                        .append("started", new BsonDateTime(Long.MAX_VALUE))));
        watch.keep();
        Deploy kept = deploys.book().deploys().getFirst();
        assertThat(deploys.book().deploys()).hasSize(1);
        assertThat(kept.service()).isEqualTo("a".repeat(128));
        assertThat(kept.at()).isBefore(Instant.now().plusSeconds(60));
    }

    @Test
    void aUserWhoIsLimitedToSomeLocksSeesNone() {
        agent("billing", "0.1.0", 60);
        watch.keep();
        agent("billing", "0.2.0", 600);
        watch.keep();
        LockScope limited = new LockScope(List.of("order:"), List.of());
        assertThat(deploys.between(limited, DAY, DAY.plus(Duration.ofDays(1)))).isEmpty();
        assertThat(deploys.between(LockScope.EVERYTHING, at(601), at(700))).isEmpty();
    }

    private List<Deploy> seen() {
        return deploys.between(LockScope.EVERYTHING, DAY, DAY.plus(Duration.ofDays(1)));
    }

    private static Instant at(int seconds) {
        return DAY.plusSeconds(seconds);
    }

    private static void agent(String service, String version, int seconds) {
        agents().insertOne(new Document("service", service)
                .append("version", version)
                .append("started", at(seconds)));
    }

    private static MongoCollection<Document> agents() {
        return console.database().getCollection("agents");
    }
}

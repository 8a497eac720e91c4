package io.lockkeeper.agent.older;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.presence.AgentVersions;
import io.lockkeeper.test.CapturedLog;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two instances of a service count under locks while one after the other is replaced by one of the other version. */
@Timeout(120)
@Tag("nightly")
class RollingUpgradeIT {

    private static final int STEPS = 60;

    private final MongoClient client = MongoServer.shared().client();
    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final List<Counter> counters = List.of(new Counter(), new Counter());

    @Test
    void noStepIsLostWhileInstancesAreUpgradedAndRolledBackUnderLoad() {
        Instance first = start(Version.OLDER);
        Instance second = start(Version.OLDER);
        count(first, second);
        first = replace(first, Version.NEWER, second);
        second = replace(second, Version.NEWER, first);
        first = replace(first, Version.OLDER, second);
        first.close();
        second.close();

        assertNoStepWasLost();
        database.drop();
    }

    private void assertNoStepWasLost() {
        assertThat(counters).allSatisfy(counter -> {
            assertThat(counter.overlaps()).isZero();
            assertThat(counter.lost()).isZero();
            assertThat(counter.disorders()).isZero();
        });
    }

    @Test
    void leasesAreKeptUnlessAnOlderInstanceIsAtWorkAndBothEvictEachOther() {
        try (CapturedLog log = CapturedLog.of(AgentVersions.class.getName())) {
            Instance newer = start(Version.NEWER);
            awaitKeeps(newer, true);
            Instance older = start(Version.OLDER);
            count(newer, older);
            newer.evictOneOf(older);
            older.evictOneOf(newer);
            awaitKeeps(newer, false);
            count(newer, older);
            assertThat(newer.keeps("beside")).isFalse();
            older.close();
            awaitKeeps(newer, true);
            newer.close();

            assertThat(log.warnings(Version.OF_THE_JARS)).hasSize(1);
        }
        assertNoStepWasLost();
        database.drop();
    }

    private static void awaitKeeps(Instance instance, boolean keeps) {
        await().atMost(Duration.ofSeconds(60)).until(() -> instance.keeps("beside") == keeps);
    }

    /** The negative control: each version on a database of its own, so that the counts are seen to fail. */
    @Test
    void onDatabasesOfTheirOwnStepsAreLost() {
        MongoDatabase other = MongoServer.shared().freshDatabase();
        try (Instance first = start(Version.OLDER);
                Instance second = new Instance(Version.NEWER, client, other.getName(), counters)) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> counters.stream()
                            .allMatch(counter ->
                                    counter.overlaps() > 0 && counter.lost() > 0 && counter.disorders() > 0));
            count(first, second);
        }
        other.drop();
        database.drop();
    }

    private Instance start(Version version) {
        return new Instance(version, client, database.getName(), counters);
    }

    /** Ends the instance beside one at work, as a deployment does, and starts one of that version in its place. */
    private Instance replace(Instance instance, Version version, Instance beside) {
        instance.close();
        Instance next = start(version);
        count(next, beside);
        return next;
    }

    /** Both have their turns. */
    private static void count(Instance one, Instance other) {
        one.awaitSteps(STEPS);
        other.awaitSteps(STEPS);
    }
}

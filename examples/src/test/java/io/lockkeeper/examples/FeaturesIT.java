package io.lockkeeper.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeaturesIT {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AcquireMain       | released, it goes to who waited, under a greater token
            TryMain           | released, a try takes it
            LongestWaitMain   | the exception names the holder
            LostLeaseMain     | a release answers that it was not held to its end
            ManualRenewalMain | and an expired lease is never revived
            ReadWriteMain     | a writer goes over to reading, and others read with it
            SemaphoreMain     | a caller that names another capacity learns both numbers
            TogetherMain      | the one that was taken stays so
            RotationMain      | whom another instance works on is skipped
            WithLockMain      | and completes when it is its turn
            BackgroundReleaseMain | the future says whether it was held to its end
            CohortMain        | both instances have counted to the end
            KeptLeaseMain     | another caller that wants the lock gets it
            FencingMain       | what the first one writes late is refused
            GuardedWriteMain  | and nothing of it is there
            OwnershipMain     | the last exit releases the lock
            ThreadLocksMain   | unlocked, it is free
            DetailsMain       | and so do operators, in the console
            LeadershipMain    | which leads again when no other stands
            """)
    void aProgramKeepsItsPromisesAndLeavesNothing(String program, String lastPromise) throws Exception {
        MongoDatabase database = MongoServer.shared().freshDatabase();
        try (Program running = Program.start("features." + program, database)) {
            int code = running.awaitEnd();
            assertThat(running.said())
                    .filteredOn(line -> line.contains("ok: "))
                    .last()
                    .asString()
                    .contains("ok: " + lastPromise);
            assertThat(code).isZero();
            assertThat(Entries.in(database)).isEmpty();
        } finally {
            database.drop();
        }
    }
}

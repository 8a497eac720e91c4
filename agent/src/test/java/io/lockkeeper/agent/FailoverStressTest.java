package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.model.LockDocument;
import io.lockkeeper.test.ChildProcess;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three processes add to a counter under one lock while primaries step down and are killed: no step is lost. */
@OwnServer
@Timeout(600)
@Tag("nightly")
class FailoverStressTest {

    private static final int TIMES = Integer.getInteger("failover.times", 200);
    private static final int PROGRESS = 60;
    private static final String DATABASE = "failover";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path counter;

    @BeforeEach
    void prepareCounter() throws IOException {
        counter = folder.resolve("counter");
        Files.write(counter, new byte[Long.BYTES]);
    }

    @Test
    void nothingIsLostWhilePrimariesStepDownAndAreKilled() throws Exception {
        try (ReplicaSet replicaSet = ReplicaSet.start(3)) {
            List<ChildProcess> processes =
                    Stream.generate(() -> counting(replicaSet)).limit(3).toList();
            try {
                for (ChildProcess process : processes) {
                    process.await("ready");
                }
                processes.forEach(process -> process.say("go"));
                int faults = disturb(replicaSet, processes);
                assertThat(count()).isEqualTo(3L * TIMES);
                assertThat(faults).isGreaterThan(2);
                assertThat(entries(replicaSet)).isZero();
            } finally {
                processes.forEach(ChildProcess::close);
            }
        }
    }

    /** One fault after the other, each once the count has gone on after the one before. */
    private int disturb(ReplicaSet replicaSet, List<ChildProcess> processes) {
        int faults = 0;
        while (processes.stream().anyMatch(ChildProcess::isRunning)) {
            long before = count();
            if (faults++ % 2 == 0) {
                replicaSet.stepDownPrimary();
            } else {
                int primary = replicaSet.primary();
                replicaSet.kill(primary);
                replicaSet.awaitPrimary();
                replicaSet.restart(primary);
            }
            replicaSet.awaitPrimary();
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            count() >= before + PROGRESS || processes.stream().noneMatch(ChildProcess::isRunning));
        }
        return faults;
    }

    private long count() {
        try {
            return ByteBuffer.wrap(Files.readAllBytes(counter)).getLong();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long entries(ReplicaSet replicaSet) {
        return replicaSet
                .client()
                .getDatabase(DATABASE)
                .getCollection(LockDocument.COLLECTION)
                .countDocuments(BsonDocument.parse(
                        "{ $or: [ { 'holders.0': { $exists: true } }, { 'queue.0': { $exists: true } } ] }"));
    }

    private ChildProcess counting(ReplicaSet replicaSet) {
        return new ChildProcess(
                CountingProcess.class,
                replicaSet.uri(),
                DATABASE,
                counter.toString(),
                Integer.toString(TIMES),
                "locked");
    }
}

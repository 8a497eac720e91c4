package io.lockkeeper.console.findings;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.Freshness;
import io.lockkeeper.console.board.Pulse;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.history.Recorder;
import io.lockkeeper.console.history.RecorderStatus;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Findings that concern all locks: clocks, indexes, the stream, the recorder. Used by one thread. */
@Component
class SystemFindings {

    private static final Duration INDEXES_EVERY = Duration.ofMinutes(1);
    private static final Duration LAGGING = Duration.ofSeconds(60);

    private final MongoDatabase database;
    private final Pulse pulse;
    private final BoardPublisher board;
    private final Recorder recorder;
    private final ServerClock clock;
    private Instant indexesRead = Instant.EPOCH;
    private boolean indexMissing;

    SystemFindings(MongoDatabase database, Pulse pulse, BoardPublisher board, Recorder recorder, ServerClock clock) {
        this.database = database;
        this.pulse = pulse;
        this.board = board;
        this.recorder = recorder;
        this.clock = clock;
    }

    List<Detected> look() {
        List<Detected> found = new ArrayList<>();
        Freshness freshness = pulse.freshness();
        if (freshness.state() == Freshness.State.BEHIND) {
            found.add(Detected.ofAll(
                    Kind.STREAM_BEHIND,
                    "The console is %s behind MongoDB.".formatted(Words.duration(freshness.behind()))));
        }
        String clocks = board.clockNotice();
        if (!clocks.isEmpty()) {
            found.add(Detected.ofAll(Kind.CLOCKS_DIFFER, clocks));
        }
        recording(found);
        if (isIndexMissing()) {
            found.add(Detected.ofAll(
                    Kind.INDEX_MISSING, "The collection “locks” has no index that expires documents by “expiresAt”."));
        }
        return found;
    }

    private void recording(List<Detected> found) {
        if (recorder.status() instanceof RecorderStatus.Failing failing) {
            found.add(Detected.ofAll(Kind.NOT_RECORDED, failing.why()));
        } else if (recorder.status() instanceof RecorderStatus.Recording recording
                && recording.recordedTo().plus(LAGGING).isBefore(clock.now())) {
            found.add(Detected.ofAll(
                    Kind.NOT_RECORDED,
                    "The history is %s behind."
                            .formatted(Words.duration(Duration.between(recording.recordedTo(), clock.now())))));
        }
    }

    /** Unknown, and so not a finding, if the console's user may not list indexes. */
    private boolean isIndexMissing() {
        if (indexesRead.plus(INDEXES_EVERY).isBefore(clock.now())) {
            indexesRead = clock.now();
            try {
                indexMissing = isInUse()
                        && database
                                .getCollection(LockDocument.COLLECTION)
                                .listIndexes()
                                .into(new ArrayList<>())
                                .stream()
                                .noneMatch(SystemFindings::purges);
            } catch (MongoException e) {
                indexMissing = false;
            }
        }
        return indexMissing;
    }

    private boolean isInUse() {
        return database.getCollection(LockDocument.COLLECTION).estimatedDocumentCount() > 0;
    }

    private static boolean purges(Document index) {
        return index.containsKey("expireAfterSeconds")
                && index.get("key", Document.class).containsKey("expiresAt");
    }
}

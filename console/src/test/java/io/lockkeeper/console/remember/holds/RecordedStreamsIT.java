package io.lockkeeper.console.remember.holds;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.watch.source.RecordedStream;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What living libraries wrote, recorded by {@code ./lockkeeper dialects --record}, is written again and read through a source's
 * feed: who held the lock, whether it was renewed, and how each hold ended.
 *
 * <p>Holders are told by the order in which they appear: A, then B. What an operator's quarantine puts in a holder's place is
 * a holder, too.
 */
class RecordedStreamsIT {

    private static final String STORIES = """
            agenda: held by A, unknown, held by A, evicted, expired, held by B, released
            agenda-crash: held by A, unknown, held by B, released
            andrasq-mongo-lock: held by A, renewed, released, held by A, evicted, held by B, expired, held by C, expired, held by A
            axon: held by A, renewed, released, held by A, evicted, held by B, expired, held by C, expired, held by A
            chilts-mongodb-lock: held by somebody, released, held by somebody, evicted, held by somebody, expired, held by somebody
            jobrunr-servers: held by A, renewed, released
            liquibase: held by A, released, held by A, evicted, held by B
            migrate-mongo: held by somebody, evicted, held by somebody, released
            mongo-lock-node: held by A, released, held by A, evicted, held by B, expired, held by A
            mongo-locks: held by somebody, renewed, released, held by somebody, evicted, held by somebody, expired, held by somebody
            mongobee: held by somebody, released, held by somebody, evicted, held by somebody, released, held by somebody
            mongock: held by A, renewed, released, held by B, renewed, evicted
            mongock-crash: held by A, renewed, released, held by B, renewed, expired, held by C, renewed, released
            mongodblock-article: held by A, released, held by B, evicted, held by C, released, held by D, expired, held by E
            mongoelector: held by A, renewed, released, held by A, evicted, held by B, expired, held by A
            mongolock: held by A, renewed, released, held by A, evicted, held by B, expired, held by A
            mongoose-article: held by A, renewed, released, held by A, evicted, held by B, expired, held by A
            quartz-mongodb: held by A, unknown, held by B, released, held by B, released, held by B, released, held by B, released
            shedlock: held by A, renewed, released, held by A
            shedlock-forced: held by A, evicted, held by A, released, held by A
            shedlock-moved: held by A, released, held by A
            shedlock-reactive: held by A, renewed, released, held by A, evicted, held by A, released, held by A, expired, held by A
            spring-article: held by A, released, held by A, evicted, held by B
            spring-article-expiry: held by A, renewed, released, held by A, evicted, held by B, expired, held by A
            symfony-lock: held by A, renewed, released, held by A, renewed, expired, held by B, renewed
            symfony-lock-forced: held by A, renewed, evicted, held by B, expired, held by C, renewed
            symfony-lock-late: held by A, renewed, evicted, held by B, expired, held by A, evicted, held by A
            """;

    @AutoClose("drop")
    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    record Told(String recording, String story) {

        static Told of(String line) {
            String[] parts = line.split(":", 2);
            return new Told(parts[0].strip(), parts[1].strip());
        }

        @Override
        public String toString() {
            return recording;
        }
    }

    static Stream<Told> stories() {
        return STORIES.lines().map(Told::of);
    }

    @ParameterizedTest
    @MethodSource("stories")
    void holdsAreReadAsTheLibraryMadeThem(Told told) throws IOException {
        RecordedStream recorded = RecordedStream.of(told.recording());
        HoldStory story = new HoldStory(recorded.dialect());
        recorded.play(database).forEach(story::add);
        assertThat(story.words()).isEqualTo(told.story());
    }

    @ParameterizedTest
    @MethodSource("stories")
    void whatWasWrittenBeforeTheCollectionWasFollowedIsReadTheSame(Told told) throws IOException {
        RecordedStream recorded = RecordedStream.of(told.recording());
        HoldStory story = new HoldStory(recorded.dialect());
        recorded.recall(database).forEach(story::add);
        assertThat(story.words()).isEqualTo(told.story());
    }

    @Test
    void everyRecordingHasItsStory() throws IOException {
        assertThat(stories().map(Told::recording)).containsExactlyElementsOf(RecordedStream.names());
    }
}

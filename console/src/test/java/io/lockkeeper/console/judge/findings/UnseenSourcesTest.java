package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnseenSourcesTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Instant LATER =
            NOW.plus(SourcesPass.UnseenSources.PATIENCE).plusSeconds(1);

    private final SourcesPass.UnseenSources unseen = new SourcesPass.UnseenSources();
    private final Watched source = new Watched(
            new LockSource("app.locks/ours", null, "app", "locks", "ours", NOW, "boss", null, null, null, null),
            Optional.empty(),
            Optional.empty(),
            "No file has the dialect “ours”.",
            new ServerClock());

    @Test
    void aSourceThatStaysUnseenIsFoundAndSaysWhy() {
        assertThat(unseen.look(List.of(source), NOW)).isEmpty();
        assertThat(unseen.look(List.of(source), LATER)).singleElement().satisfies(found -> {
            assertThat(found.kind()).isEqualTo(Kind.SOURCE_UNSEEN);
            assertThat(found.source()).isEqualTo("app.locks/ours");
            assertThat(found.lock()).isNull();
            assertThat(found.evidence()).isEqualTo("app.locks is not followed. No file has the dialect “ours”.");
        });
    }

    @Test
    void oneThatWasSeenMeanwhileIsJudgedAnew() {
        unseen.look(List.of(source), NOW);
        unseen.look(List.of(), NOW.plusSeconds(1));
        assertThat(unseen.look(List.of(source), LATER)).isEmpty();
    }
}

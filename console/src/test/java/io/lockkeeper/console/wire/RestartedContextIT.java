package io.lockkeeper.console.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.source.Boards;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.SmartLifecycle;

/** An application context may be stopped and started: what the console does in the background then goes on. */
@Timeout(120)
class RestartedContextIT {

    @Test
    void whatRanBeforeTheStopRunsAgainAndTheBoardFollowsTheLocks() {
        try (Console console = Console.start()) {
            BoardPublisher board = console.bean(BoardPublisher.class);
            List<String> running = running(console);
            assertThat(running).hasSizeGreaterThan(15);
            for (int i = 0; i < 2; i++) {
                String lock = "restarted-" + i;
                console.restart();
                console.locks().enqueue(lock, Locks.owner("billing", "b-1", 1, "", ""), Duration.ofMinutes(5));
                await().untilAsserted(() -> assertThat(console.bean(Boards.class)
                                .of(LockScope.EVERYTHING, LockId.FIRST)
                                .find(lock))
                        .isPresent());
                await().untilAsserted(() -> assertThat(
                                board.snapshot(LockScope.EVERYTHING).freshness().isLive())
                        .isTrue());
                await().untilAsserted(() ->
                        assertThat(console.bean(Recorder.class).status()).isInstanceOf(RecorderStatus.Recording.class));
                assertThat(running(console)).containsExactlyElementsOf(running);
            }
        }
    }

    private static List<String> running(Console console) {
        return console.beans(SmartLifecycle.class).entrySet().stream()
                .filter(bean -> bean.getValue().isRunning())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}

package io.lockkeeper.console.ask.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LockQueryTest {

    private static final Instant T = Instant.parse("2026-11-23T03:12:00Z");

    @Test
    void whatHasAFindingStandsFirstAndWhatIsFreeLastEvenWithAFinding() {
        Lock calm = held("send_sms");
        Lock hanging = held("import:products");
        Lock free = Lock.gone("cache:warm");
        BoardSnapshot board = new BoardSnapshot(
                T,
                Freshness.at(T, T, true),
                List.of(calm, hanging),
                List.of(free),
                false,
                2,
                0,
                LockScope.EVERYTHING,
                "");
        Map<String, Finding> worst = Map.of(
                free.name(), found(Kind.ALWAYS_EXPIRES, free.name()),
                hanging.name(), found(Kind.OVER_USUAL, hanging.name()));
        assertThat(LockQuery.ALL.withFree(true).of(board, worst))
                .extracting(Lock::name)
                .containsExactly("import:products", "send_sms", "cache:warm");
    }

    private static Finding found(Kind kind, String lock) {
        return new Finding(kind + lock, kind, lock, "", T, T, null);
    }

    private static Lock held(String name) {
        Holder holder = new Holder(
                "a",
                1,
                7,
                Duration.ofSeconds(30),
                T,
                T,
                T.plusSeconds(30),
                "s",
                Locks.owner("billing", "i", 1, "t", ""),
                null);
        return Lock.of(new LockDocument(name, 1, 7, List.of(holder), List.of(), null, null, T.plusSeconds(30)));
    }
}

package io.lockkeeper.console.ask.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockSearchTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Owner OWNER = new Owner("bill-1-77", "billing", "bill-1", "db7", 77, "worker-3", "invoice 9");
    private static final Lock HELD_SIX_MINUTES = lock(NOW.minusSeconds(360), NOW.plusSeconds(20));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "Customer:42",
                "billing",
                "worker-3",
                "77",
                "8001",
                "service:bill",
                "instance:bill-1",
                "host:db7",
                "thread:worker",
                "note:9",
                "note:\"invoice 9\"",
                "service:\"Billing\" held>5m",
                "agent:bill-1-77",
                "bill-1-77",
                "held>5m",
                "held<1h",
                "held>359s",
                "expires<30s",
                "expires>10s",
                "waiting<1",
                "customer billing held>5m"
            })
    void whatIsSoIsFound(String typed) {
        assertThat(LockSearch.of(typed).at(NOW)).accepts(HELD_SIX_MINUTES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payments",
                "service:bill-1",
                "host:bill",
                "service:\"bill\"",
                "agent:\"bill-1\"",
                "note:\"invoice 9",
                "colour:\"billing\"",
                "800",
                "held>6m",
                "held<6m",
                "expires>20s",
                "waiting>0",
                "customer payments"
            })
    void whatIsNotSoIsNot(String typed) {
        assertThat(LockSearch.of(typed).at(NOW)).rejects(HELD_SIX_MINUTES);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "held>5 | 'held>5': give a time, as in held>90s, 5m, 2h or 1d",
                "expires<soon | 'expires<soon': give a time, as in held>90s, 5m, 2h or 1d",
                "held>99999999s | 'held>99999999s': give a time, as in held>90s, 5m, 2h or 1d",
                "waiting>many | 'waiting>many': give a number, as in waiting>3"
            })
    void aComparisonThatIsWrongFindsNothingAndSaysWhatIsRight(String typed, String fault) {
        LockSearch search = LockSearch.of("customer " + typed);
        assertThat(search.fault()).isEqualTo(fault);
        assertThat(search.at(NOW)).rejects(HELD_SIX_MINUTES);
    }

    @Test
    void aLockThatIsCalledAsAFactIsLookedForIsFoundToo() {
        Lock lock = Lock.of(new LockDocument("service:billing", 1, 0, List.of(), List.of(), null, null, NOW));
        assertThat(LockSearch.of("service:billing").at(NOW)).accepts(lock);
    }

    @Test
    void aFreeLockIsHeldForNoTime() {
        Lock free = Lock.gone(HELD_SIX_MINUTES.name());
        assertThat(LockSearch.of("held<1h").at(NOW)).rejects(free);
        assertThat(LockSearch.of("held>1s").at(NOW)).rejects(free);
    }

    private static Lock lock(Instant since, Instant expires) {
        Duration ttl = Duration.ofSeconds(30);
        Holder holder = new Holder("a", 1, 8001, ttl, since, expires.minus(ttl), expires, "s", OWNER, null);
        return Lock.of(new LockDocument("customer:42", 1, 8001, List.of(holder), List.of(), null, null, NOW));
    }

    /** Each word costs a look at each lock. */
    @Test
    void aSearchOfVeryManyWordsOrCharactersIsRefusedWithTheRule() {
        String words = IntStream.range(0, 31).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
        assertThat(LockSearch.of(words).fault()).isEqualTo("The search has 31 words; at most 30 are allowed");
        assertThat(LockSearch.of(words).at(NOW)).rejects(HELD_SIX_MINUTES);
        assertThat(LockSearch.of("a:\"x ".repeat(10_000)).fault())
                .isEqualTo("The search has 50,000 characters; at most 1,000 are allowed");
        assertThat(LockSearch.of("billing ".repeat(60)).at(NOW)).accepts(HELD_SIX_MINUTES);
    }
}

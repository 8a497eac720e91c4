package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.JobFacts;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobFindingsTest {

    private static final Instant READ = Instant.parse("2026-11-23T12:00:00Z");

    @Test
    void howLongAgoAJobFailedIsCountedWhenItIsAskedForNotWhenItWasRead() {
        JobFindings found = new JobFindings(READ);
        found.failed(new JobFacts(
                "nightly",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(READ.minusSeconds(5)),
                OptionalLong.empty(),
                "",
                false,
                false,
                ""));
        assertThat(found.all())
                .singleElement()
                .satisfies(it -> assertThat(it.apply(READ).evidence()).startsWith("It failed 5 s ago, at "))
                .satisfies(it -> assertThat(it.apply(READ.plusSeconds(150)).evidence())
                        .startsWith("It failed 2 min 35 s ago, at "));
    }
}

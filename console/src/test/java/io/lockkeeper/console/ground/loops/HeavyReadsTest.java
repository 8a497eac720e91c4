package io.lockkeeper.console.ground.loops;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.refusal.TooLongException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

class HeavyReadsTest {

    private final HeavyReads reads = new HeavyReads();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void endAll() {
        end.countDown();
        Acting.asNobody();
    }

    @Test
    void aUserHasOneLongReadAtATimeAndOthersStillRead() throws InterruptedException {
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> as("ann", this::takeLong));
        assertThat(begun.await(20, SECONDS)).isTrue();
        assertThatThrownBy(() -> as("ann", () -> "second"))
                .isInstanceOf(CrowdedException.class)
                .hasMessage("Another long read of yours is under way.");
        assertThat(as("ben", () -> "other")).isEqualTo("other");
        end.countDown();
        assertThat(first.join()).isEqualTo("long");
        assertThat(as("ann", () -> "again")).isEqualTo("again");
    }

    @Test
    void aReadEndsWhenItsAskerGoes() throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        assertThatThrownBy(() -> reads.read(() -> begun.getCount() == 0, () -> {
                    try {
                        return takeLong();
                    } finally {
                        ended.countDown();
                    }
                }))
                .isInstanceOf(TooLongException.class);
        assertThat(ended.await(20, SECONDS)).isTrue();
    }

    @Test
    void aReadIsMadeAsItsAskerAndFailsAsItWould() {
        assertThat(as(
                        "ann",
                        () -> requireNonNull(SecurityContextHolder.getContext().getAuthentication())
                                .getName()))
                .isEqualTo("ann");
        assertThatThrownBy(() -> as("ann", () -> {
                    throw new IllegalArgumentException("no such lock");
                }))
                .hasMessage("no such lock");
    }

    private String takeLong() {
        begun.countDown();
        try {
            end.await();
            return "long";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String as(String user, Supplier<String> work) {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(user, ""));
        return reads.read(work);
    }
}

package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.spring.startup.RefusedStartException;
import io.lockkeeper.test.MongoServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The property that says how long a method waits which does not say so itself. */
@Timeout(60)
class LongestWaitIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final LockAgent other =
            LockAgent.connect(MongoServer.shared().client(), database.getName(), AgentOptions.forService("other"));

    @AfterEach
    void drop() {
        other.close();
        database.drop();
    }

    @Test
    void aMethodThatSaysNoWaitHasTheOneOfTheProperty() throws InterruptedException {
        try (Lease held = other.acquire("mail")) {
            Contexts.on(database)
                    .withBean(Mails.class)
                    .withPropertyValues("lockkeeper.longest-wait=50ms")
                    .run(context -> {
                        Mails mails = context.getBean(Mails.class);
                        assertThat(mails.sent())
                                .isNull(); // skipped, without a wait; the first request also checks the server
                        assertThatExceptionOfType(LockNotAcquiredException.class)
                                .isThrownBy(mails::send)
                                .withMessageContaining("PT0.05S");
                        assertThatExceptionOfType(LockNotAcquiredException.class)
                                .isThrownBy(mails::sendAtOnce)
                                .withMessageNotContaining("PT0.05S");
                    });
            assertThat(held.isHeld()).isTrue();
        }
    }

    @Test
    void aNegativeOneRefusesTheStartAndSaysWhereItStands() {
        Contexts.on(database)
                .withPropertyValues("lockkeeper.longest-wait=-5s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(RefusedStartException.class)
                        .hasMessageContaining(
                                "lockkeeper.longest-wait=-5s (\"lockkeeper.longest-wait\" from property source")
                        .hasMessageContaining("is negative"));
    }

    static class Mails {
        @Locked("mail")
        void send() {}

        @Locked(value = "mail", longestWait = "0s")
        void sendAtOnce() {}

        @Locked(value = "mail", whenRefused = WhenRefused.SKIP)
        Integer sent() {
            return 1;
        }
    }
}

package io.lockkeeper.console.watch.board;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.data.mongodb.core.MongoTemplate;

class BoardFeedIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final ServerClock clock = new ServerClock();
    private final Pulse pulse = new Pulse(clock);
    private final ResumeTokens tokens =
            new ResumeTokens(new MongoTemplate(MongoServer.shared().client(), database.getName()));

    @Test
    void anErrorThatNobodyExpectedIsToldByHealthAndTheFeedBeginsAnew() throws InterruptedException {
        FailingStream stream = new FailingStream();
        BoardFeed feed = new BoardFeed(stream, pulse);
        feed.start();
        assertThat(stream.begunAnew.await(60, SECONDS)).isTrue();
        assertThat(new BoardHealth(pulse).health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(new BoardHealth(pulse).health().getDetails().get("feedFailed"))
                .asString()
                .contains("StackOverflowError");
        stream.mayGoOn.countDown();
        await().atMost(60, SECONDS).until(pulse::isStreaming);
        assertThat(pulse.failure()).isEmpty();
        assertThat(feed.isRunning()).isTrue();
        feed.stop();
    }

    /** One that fails the first time, and the next time waits to be looked at. */
    private final class FailingStream extends LockStream {

        private final CountDownLatch begunAnew = new CountDownLatch(1);
        private final CountDownLatch mayGoOn = new CountDownLatch(1);
        private boolean failed;

        FailingStream() {
            super(database, tokens, new Board(), pulse, clock);
        }

        @Override
        void follow(BooleanSupplier open) {
            if (!failed) {
                failed = true;
                throw new StackOverflowError();
            }
            begunAnew.countDown();
            try {
                mayGoOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            super.follow(open);
        }
    }
}

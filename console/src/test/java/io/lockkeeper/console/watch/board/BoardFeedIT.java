package io.lockkeeper.console.watch.board;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.source.CollectionFeed;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class BoardFeedIT {

    private final MongoDatabase database = MongoServer.shared().freshDatabase();
    private final ServerClock clock = new ServerClock();
    private final Pulse pulse = new Pulse(clock);

    @Test
    void anErrorThatNobodyExpectedIsToldByHealthAndTheFeedBeginsAnew() throws InterruptedException {
        FailingBoard board = new FailingBoard();
        CollectionFeed feed = CollectionFeed.of(
                Clusters.of(MongoServer.shared().client(), clock).get(null),
                LockSource.first(database.getName()),
                board,
                pulse);
        feed.start();
        assertThat(board.begunAnew.await(60, SECONDS)).isTrue();
        assertThat(new BoardHealth(pulse).health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(new BoardHealth(pulse).health().getDetails().get("feedFailed"))
                .asString()
                .contains("StackOverflowError");
        assertThat(feed.trouble()).contains("failed");
        board.mayGoOn.countDown();
        await().atMost(60, SECONDS).until(pulse::isStreaming);
        assertThat(pulse.failure()).isEmpty();
        assertThat(feed.trouble()).isEmpty();
        feed.stop();
    }

    /** One that fails the first time that it is read, and the next time waits to be looked at. */
    private static final class FailingBoard extends Board {

        private final CountDownLatch begunAnew = new CountDownLatch(1);
        private final CountDownLatch mayGoOn = new CountDownLatch(1);
        private boolean failed;

        @Override
        public void replaceBy(Board read) {
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
            super.replaceBy(read);
        }
    }
}

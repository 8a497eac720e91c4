package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.model.Ask;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A call that waits to be sent, and what its caller comes to know. */
final class Seat {

    private final Ask.Combinable ask;
    private final Duration timeout;
    private final Patience patience;
    private final CompletableFuture<News> news = new CompletableFuture<>();

    Seat(Ask.Combinable ask, Duration timeout, Patience patience) {
        this.ask = ask;
        this.timeout = timeout;
        this.patience = patience;
    }

    /** What a caller that waits comes to know: its answer, or that its thread is to send. */
    sealed interface News {
        record Arrived(Call call) implements News {}

        record Leads(Sending sending) implements News {}
    }

    Ask.Combinable ask() {
        return ask;
    }

    Duration timeout() {
        return timeout;
    }

    Patience patience() {
        return patience;
    }

    void arrive(Call call) {
        news.complete(new News.Arrived(call));
    }

    /** Whether its caller is still there to do so. */
    boolean lead(Sending sending) {
        return news.complete(new News.Leads(sending));
    }

    /** Its caller has given up before it was sent. */
    boolean isLeft() {
        return news.isDone();
    }

    /** The news, if there is some by then. */
    Optional<News> await(long nanos) throws InterruptedException {
        try {
            return Optional.of(news.get(nanos, TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Never completed with a failure", e);
        }
    }

    /** The news there is, which is the answer given where there was none. */
    News leave(Call call) {
        arrive(call);
        return news.join();
    }
}

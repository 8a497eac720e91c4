package io.lockkeeper.spring;

import static io.lockkeeper.spring.RefusedBean.problems;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.FindIterable;
import io.lockkeeper.agent.methods.Locked;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Mono;

/** Methods whose result would run after the release are named when the service starts. */
class LaterResultsCheckTest {

    @Test
    void aResultThatComesLaterThanTheReleaseIsNamed() {
        assertThat(problems(Reactive.class)).contains("Reactive.book() returns Mono", "ReactiveLocks");
    }

    @Test
    void resultsWhoseWorkIsDoneAfterTheReleaseAreNamedWhateverTheirKind() {
        assertThat(problems(Deferring.class))
                .contains("Deferring.callable() returns Callable, which would run after the lock was released")
                .contains("Deferring.promised() returns DeferredResult,")
                .contains("Deferring.streamed() returns ResponseEntity of StreamingResponseBody,")
                .contains("Deferring.task() returns WebAsyncTask,")
                .contains("Deferring.events() returns SseEmitter,")
                .contains("Deferring.future() returns Future,")
                .contains("Deferring.stream() returns Stream,")
                .contains("Deferring.iterator() returns Iterator,")
                .contains("Deferring.query() returns FindIterable,")
                .contains("Deferring.supplier() returns Supplier,")
                .contains("Deferring.lateStream() returns IntStream,")
                .contains("13 of the methods")
                .contains("Deferring.optional() returns Optional of Iterator,")
                .contains("Deferring.mono() returns ResponseEntity of Mono,");
    }

    static class Reactive {
        @Locked("a")
        public Mono<String> book() {
            return Mono.just("booked");
        }
    }

    static class Deferring {
        @Locked("a")
        public Callable<String> callable() {
            return () -> "";
        }

        @Locked("a")
        public DeferredResult<String> promised() {
            return new DeferredResult<>();
        }

        @Locked("a")
        public ResponseEntity<StreamingResponseBody> streamed() {
            return ResponseEntity.ok(out -> out.write(1));
        }

        @Locked("a")
        public WebAsyncTask<String> task() {
            return new WebAsyncTask<>(() -> "");
        }

        @Locked("a")
        public SseEmitter events() {
            return new SseEmitter();
        }

        @Locked("a")
        public Future<String> future() {
            return CompletableFuture.completedFuture("");
        }

        @Locked("a")
        public Stream<String> stream() {
            return Stream.of();
        }

        @Locked("a")
        public IntStream lateStream() {
            return IntStream.of();
        }

        @Locked("a")
        public Iterator<String> iterator() {
            return List.<String>of().iterator();
        }

        @Locked("a")
        public FindIterable<Document> query() {
            throw new AssertionError("not called");
        }

        @Locked("a")
        public Supplier<String> supplier() {
            return () -> "";
        }

        @Locked("a")
        public Optional<Iterator<String>> optional() {
            return Optional.empty();
        }

        @Locked("a")
        public ResponseEntity<Mono<String>> mono() {
            return ResponseEntity.ok(Mono.empty());
        }

        @Locked("a")
        public CompletableFuture<Optional<List<String>>> sound() {
            return CompletableFuture.completedFuture(Optional.empty());
        }

        @Locked("a")
        public ResponseEntity<List<Runnable>> soundToo() {
            return ResponseEntity.ok(List.of());
        }
    }
}

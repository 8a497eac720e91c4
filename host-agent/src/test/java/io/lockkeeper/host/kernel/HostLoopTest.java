package io.lockkeeper.host.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostLoopTest {

    private final CompletableFuture<Void> failed = new CompletableFuture<>();

    @Test
    void oneThatFailsInWhateverWayKeepsNoOtherFromBeingServed() throws Exception {
        try (HostLoop loop = new HostLoop(BootClock.ofThisMachine())) {
            loop.start(() -> failed.complete(null));
            CompletableFuture<Void> broken = new CompletableFuture<>();
            readable(loop, () -> {
                broken.complete(null);
                throw new StackOverflowError("a seeded failure");
            });
            broken.get(10, TimeUnit.SECONDS);
            loop.post(() -> {
                throw new AssertionError("a seeded failure");
            });
            CompletableFuture<Void> served = new CompletableFuture<>();
            readable(loop, () -> served.complete(null));
            served.get(10, TimeUnit.SECONDS);
            assertThat(failed).isNotDone();
            assertThat(loop.isRunning()).isTrue();
        }
    }

    @Test
    void ofActionsThatTakeAWhileOneIsRunAfterEachRound() throws Exception {
        try (HostLoop loop = new HostLoop(BootClock.ofThisMachine())) {
            loop.start(() -> failed.complete(null));
            List<String> ran = new CopyOnWriteArrayList<>();
            CompletableFuture<Void> over = new CompletableFuture<>();
            loop.post(() -> {
                loop.betweenRounds(() -> {
                    ran.add("first");
                    loop.post(() -> ran.add("of another"));
                });
                loop.betweenRounds(() -> {
                    ran.add("second");
                    over.complete(null);
                });
            });
            over.get(10, TimeUnit.SECONDS);
            assertThat(ran).containsExactly("first", "of another", "second");
        }
    }

    private static void readable(HostLoop loop, HostLoop.Ready ready) throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        CompletableFuture<Void> registered = new CompletableFuture<>();
        loop.post(() -> {
            try {
                SelectionKey key = loop.register(pipe.source(), SelectionKey.OP_READ, () -> {
                    pipe.source().read(ByteBuffer.allocate(1));
                    ready.ready();
                });
                assertThat(key.isValid()).isTrue();
                registered.complete(null);
            } catch (IOException e) {
                registered.completeExceptionally(e);
            }
        });
        registered.get(10, TimeUnit.SECONDS);
        pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));
    }
}

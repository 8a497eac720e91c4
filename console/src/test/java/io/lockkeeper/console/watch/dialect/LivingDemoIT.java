package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.test.MongoServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The services with other libraries' locks that {@code ./lockkeeper demo --foreign} starts, in a console that watches them. */
@Tag("living")
@Timeout(300)
class LivingDemoIT {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration HUNG = Duration.ofSeconds(6);

    @AutoClose
    private static final Console console = Console.start();

    @AutoClose("drop")
    private final MongoDatabase shop = MongoServer.shared().freshDatabase();

    private final List<Process> services = new ArrayList<>();

    @AfterEach
    void endAll() {
        services.forEach(Process::destroyForcibly);
    }

    @Test
    void fourLibrariesAreSeenAtWorkAndOneOfThemHangs() throws Exception {
        assertThat(run("WatchThem").waitFor()).isZero();
        run("PriceImport", "prices-1", "2");
        run("PriceImport", "prices-2");
        run("Reindexing", "index-1");
        run("Mails", "mails-1");
        run("Projection", "orders-1");
        awaitHeld("shedLock/shedlock");
        awaitHeld("quartz_locks/quartz-mongodb");
        awaitHeld("background_job_servers/jobrunr-servers");
        awaitHeld("trackingtokens/axon");
        await().atMost(LONG)
                .until(() -> held("shedLock/shedlock")
                        .flatMap(DialectLock::acquired)
                        .filter(since -> since.isBefore(Instant.now().minus(HUNG)))
                        .isPresent());
        assertThat(held("shedLock/shedlock").orElseThrow().name()).isEqualTo("import-prices");
    }

    private Process run(String program, String... arguments) throws IOException {
        String uri =
                MongoServer.uri(MongoServer.shared().uri(), console.database().getName());
        Process process = LivingLibrary.program(uri, shop.getName(), List.of(), program, arguments);
        services.add(process);
        return process;
    }

    private void awaitHeld(String source) {
        await().atMost(LONG).until(() -> held(source).isPresent());
    }

    private Optional<DialectLock> held(String source) {
        SourceFeeds feeds = console.bean(SourceFeeds.class);
        Optional<Board> board =
                feeds.find(LockScope.EVERYTHING, shop.getName() + "." + source).flatMap(Watched::board);
        return board.flatMap(
                        each -> each.in(State.HELD, feeds.now(), 1).stream().findFirst())
                .map(Lock::facts);
    }
}

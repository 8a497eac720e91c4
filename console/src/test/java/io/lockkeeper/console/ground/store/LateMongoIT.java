package io.lockkeeper.console.ground.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.Visitor;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.test.OwnServer;
import io.lockkeeper.test.ReplicaSet;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@OwnServer
@Tag("nightly")
class LateMongoIT {

    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void aConsoleThatStartsBeforeItsMongoDbSaysSoAndWorksWhenThatIsUp() {
        try (ReplicaSet server = ReplicaSet.start(1)) {
            new Locks(server.client().getDatabase("console"))
                    .enqueue("order:1", Locks.owner("billing", "b-1", 1, "main", ""), Duration.ofMinutes(10));
            server.kill(0);
            try (Console console = Console.start(server);
                    Visitor visitor = new Visitor(console)) {
                assertThat(visitor.logIn("viewer-of-mine", "a good password")).isEqualTo("/login?unavailable");
                assertThat(visitor.get("/login").statusCode()).isEqualTo(200);
                server.restart(0);
                await().atMost(LONG)
                        .until(() -> console.bean(BoardPublisher.class)
                                        .snapshot(LockScope.EVERYTHING)
                                        .held()
                                == 1);
                await().atMost(LONG)
                        .untilAsserted(() ->
                                assertThat(visitor.logIn("admin", "wrong")).isEqualTo("/login?error"));
                await().atMost(LONG)
                        .until(() -> server.client()
                                        .getDatabase("console_console")
                                        .getCollection("users")
                                        .countDocuments()
                                == 1);
            }
        }
    }
}

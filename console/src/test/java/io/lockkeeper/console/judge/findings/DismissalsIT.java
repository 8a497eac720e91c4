package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

@Tag("nightly")
class DismissalsIT {

    private static final String LOCK = "import:nightly";
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final Owner IMPORT = Locks.owner("import", "import-1", 4711, "importer", "");
    private static final List<String> STACK = List.of("app//shop.Import.read(Import.java:42)");

    @AutoClose
    private static final Console console = Console.start();

    @BeforeEach
    void logIn() {
        ConsoleUser olga = new ConsoleUser("olga", "", Role.OPERATOR, true, false, "");
        SecurityContextHolder.getContext()
                .setAuthentication(new TestingAuthenticationToken(olga, "", "ROLE_" + Roles.OPERATOR));
    }

    @AfterEach
    void logOut() {
        SecurityContextHolder.clearContext();
    }

    @Test
    void whatIsDismissedOfALockStaysSoForTheLeaseOfTheNextNight() {
        String first = console.locks().enqueue(LOCK, IMPORT, TTL);
        Finding hanging = awaitHanging(List.of());
        assertThat(hanging.dismissal()).isNull();
        console.bean(Dismissals.class).dismiss(List.of(hanging), "slow disk, ticket 7", Duration.ofDays(30));
        console.locks().remove(LOCK, first);
        await().until(() -> hanging().isEmpty());

        console.locks().enqueue(LOCK, IMPORT, TTL);
        Finding next = awaitHanging(List.of(hanging.id()));
        assertThat(next.dismissal()).isNotNull();
        assertThat(next.dismissedAs()).isEqualTo(hanging.dismissedAs());
    }

    private static Finding awaitHanging(List<String> known) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    console.locks().touchAll(LOCK);
                    console.locks().attach(LOCK, Thread.State.TIMED_WAITING, STACK);
                    return hanging().stream().anyMatch(it -> !known.contains(it.id()));
                });
        return hanging().getFirst();
    }

    private static List<Finding> hanging() {
        FindingsSnapshot now = console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING);
        return Stream.concat(now.findings().stream(), now.dismissed().stream())
                .filter(it -> it.kind() == Kind.HANGING)
                .toList();
    }
}

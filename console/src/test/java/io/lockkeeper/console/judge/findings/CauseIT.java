package io.lockkeeper.console.judge.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.fixture.Acting;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Findings of one cause: a dead process that held locks of two teams, for which others wait. */
class CauseIT {

    private static final Owner DEAD = Locks.owner("import", "im-1", 17, "", "");
    private static final Owner SHOP = Locks.owner("shop", "shop-1", 7, "http-1", "");
    private static final Duration TTL = Duration.ofHours(1);

    @AutoClose
    private static final Console console = Console.start("--lockkeeper.findings.long-wait=3s");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @BeforeEach
    void die() {
        for (String lock : List.of("blue:1", "blue:2", "red:1")) {
            console.locks().enqueue(lock, DEAD, TTL);
            if (!lock.equals("blue:2")) {
                console.locks().enqueue(lock, SHOP, TTL);
            }
        }
        Agents agents = new Agents(console.database());
        agents.beat(DEAD, TTL, 3, 0);
        agents.silence(DEAD, Duration.ofMinutes(7));
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            agents.beat(SHOP, TTL, 0, 2);
            return all().size() == 5;
        });
    }

    @AfterEach
    void repair() {
        console.locks().collection().deleteMany(new Document());
        console.own().getCollection("dismissals").deleteMany(new Document());
        Acting.asNobody();
    }

    @Test
    void whoSeesOnlySomeOfTheLocksSeesAndChangesOnlyTheirFindings() {
        console.limited("olga", Role.OPERATOR, "blue:");
        ServerPage page = pages.page("olga", "/findings");
        ServerPart finding = page.find(".findings:not(.dismissed) .finding");
        finding.counts(1);
        finding.shows("The holder's agent is silent", "Of the same cause: 2 more findings", "blue:2");
        page.showsNone("red:");
        finding.button("I’m on it").click();
        finding.find(".on-it").shows("olga is on it");
        finding.button("Dismiss…").click();
        page.field("Reason").fill("the blue team knows");
        page.button("For a day").click();
        page.find(".dismissed .finding").shows("dismissed by olga", "Of the same cause: 2 more findings");
        ServerPart others = pages.page(Console.OPERATOR, "/findings").find(".findings:not(.dismissed) .finding");
        others.counts(1);
        others.shows("red:1", "Of the same cause: 1 more finding");
        others.find(".on-it").counts(0);
    }

    @Test
    void aDismissalThatStopsInTheMiddleLeavesNoneDismissed() {
        Cause cause = console.bean(FindingsFeed.class)
                .latest(LockScope.EVERYTHING)
                .causes()
                .getFirst();
        String last = cause.all().getLast().dismissedAs();
        refuse(new Document("_id", new Document("$ne", last)));
        Acting.as(Console.OPERATOR, Role.OPERATOR);
        Dismissals dismissals = console.bean(Dismissals.class);
        assertThatThrownBy(() -> dismissals.dismiss(cause.all(), "known", TTL)).hasMessageContaining("validation");
        assertThat(console.own().getCollection("dismissals").countDocuments()).isZero();
        refuse(new Document());
        dismissals.dismiss(cause.all(), "known", TTL);
        assertThat(console.own().getCollection("dismissals").countDocuments()).isEqualTo(5);
        await().until(() -> console.bean(FindingsFeed.class)
                .latest(LockScope.EVERYTHING)
                .findings()
                .isEmpty());
    }

    private static void refuse(Document unless) {
        console.own().runCommand(new Document("collMod", "dismissals").append("validator", unless));
    }

    private static List<Finding> all() {
        FindingsSnapshot now = console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING);
        return now.causes().stream()
                .filter(cause -> cause.others().size() == 4)
                .flatMap(cause -> Stream.concat(Stream.of(cause.first()), cause.others().stream()))
                .toList();
    }
}

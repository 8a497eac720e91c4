package io.lockkeeper.console.face.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.ApiClient;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.ServerPage;
import io.lockkeeper.console.fixture.ServerPages;
import io.lockkeeper.console.fixture.ServerPart;
import io.lockkeeper.console.fixture.StoredSources;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.people.security.Role;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.model.AgentDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.test.MongoServer;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the overview says, without a browser. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OverviewWordsIT {

    private static final Owner REPORT = Locks.owner("report", "rp-0", 16, "", "");
    private static final Owner DEAD = Locks.owner("import", "im-1", 17, "", "");

    @AutoClose
    private static final Console console = Console.start(
            "--lockkeeper.clusters.eu=" + MongoServer.shared().uri(),
            "--lockkeeper.clusters.away=mongodb://127.0.0.1:1/?replicaSet=rs0");

    @RegisterExtension
    static final ServerPages pages = new ServerPages(console);

    @AutoClose
    private static final ApiClient operator = new ApiClient(console).as(Console.OPERATOR, Role.OPERATOR);

    /** After a first start these are the ones that were read from the oplog. */
    @Test
    void theLastDayIsSaidAndEachPartLeadsToWhereItIsSeen() {
        // what was used before the recorder began is not recorded
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            wasUsed(console);
            return console.own().getCollection("leases").countDocuments() > 1;
        });
        String first = console.locks().enqueue("order:1", REPORT, Duration.ofHours(1));
        console.locks().enqueue("order:1", Locks.owner("billing", "bill-1", 1, "", ""), Duration.ofHours(1));
        console.locks().enqueue("order:2", REPORT, Duration.ofMillis(100));
        await().until(() -> {
            console.locks().remove("order:2", "nobody");
            return console.locks().find("order:2").holders().isEmpty();
        });
        console.locks().remove("order:1", first);
        long token = console.locks().find("order:1").holders().getFirst().token();
        assertThat(operator.evict("order:1", token, "{\"reason\":\"it hangs\"}").statusCode())
                .isEqualTo(200);
        ServerPart sentence = pages.page(Console.VIEWER, "/").find(".recorded");
        sentence.shows("In the last 24 h: ", "longest wait", ", 1 eviction, 1 lease that ran out");
        sentence.find("a").having("longest wait").matches("longest wait (\\d+ ms|\\d+\\.\\d s|[1-9]\\d s)$");
        sentence.find("a").having("leases").has("href", "^history\\?window=day$");
        for (String part : List.of("longest wait", "1 eviction", "1 lease that ran out")) {
            sentence.find("a").having(part).has("href", "^incident\\?from=.*&until=");
        }
    }

    /** The last, for the console knows less of the agents for a while. */
    @Test
    @Order(Integer.MAX_VALUE)
    void whileTheAgentsCannotBeReadItDoesNotSayThatNoneIsSilent() {
        wasUsed(console);
        ServerPage page = pages.page(Console.VIEWER, "/");
        ServerPart silent = page.find(".card").having("Silent agents");
        silent.shows("No agent has gone silent.");
        console.database().getCollection(AgentDocument.COLLECTION).drop();
        console.database()
                .createView(
                        AgentDocument.COLLECTION,
                        "locks",
                        List.of(Document.parse("{ $set: { x: { $divide: [1, 0] } } }")));
        String held =
                console.locks().enqueue("order:3", Locks.owner("billing", "bill-1", 1, "", ""), Duration.ofMinutes(5));
        silent.shows("Not known: the agents could not all be read.");
        page.find(".calm").counts(0);
        console.locks().remove("order:3", held);
        console.database().getCollection(AgentDocument.COLLECTION).drop();
    }

    /** Of one dead process that held many locks, one line is enough. */
    @Test
    void findingsOfOneCauseAreOneLine() {
        Agents agents = new Agents(console.database());
        for (int i = 0; i < 4; i++) {
            console.locks().enqueue("dead:" + i, DEAD, Duration.ofHours(1));
        }
        agents.beat(DEAD, Duration.ofHours(1), 4, 0);
        agents.silence(DEAD, Duration.ofMinutes(7));
        // a console that has just begun does not know yet that an agent is silent
        await().atMost(Duration.ofSeconds(60))
                .until(() -> console.bean(FindingsFeed.class).latest(LockScope.EVERYTHING).causes().stream()
                        .anyMatch(cause -> cause.others().size() == 3));
        ServerPage page = pages.page(Console.OPERATOR, "/");
        ServerPart line = page.find(".needs li").having("The holder's agent is silent, and 3 more of the same cause");
        line.shows("dead:");
        page.open("/findings");
        ServerPart finding = page.find(".finding").having("The holder's agent is silent");
        finding.counts(1);
        finding.shows("Of the same cause: 3 more findings");
        finding.find(".other-findings li").counts(3);
        finding.find(".other-findings a.finding-lock").first().has("href", "^locks/dead:");
        finding.button("I’m on it").click();
        page.open("/");
        line.shows("operator is on it");
        page.open("/findings");
        agents.close(DEAD);
        for (int i = 0; i < 4; i++) {
            console.locks().collection().deleteOne(new Document("_id", "dead:" + i));
        }
        finding.counts(0);
    }

    /** However many collections each has. */
    @Test
    void ofEachClusterALineSaysWhetherItIsReadAndWhatIsWrongThere() {
        wasUsed(console);
        MongoDatabase there = MongoServer.shared().freshDatabase();
        new Locks(there).enqueue("pay:1", REPORT, Duration.ofHours(1));
        there.getCollection("locks").insertOne(Document.parse("{ _id: 'broken', holders: 'x' }"));
        ServerPage page = pages.page(Console.VIEWER, "/");
        ServerPart lines = page.find(".card").having("Sources").find("li");
        lines.counts(0);
        add(Place.of("eu", there.getName(), "locks"));
        lines.counts(2);
        lines.having("The console's own cluster").shows("live · 0 held");
        lines.having("eu").shows("live · 1 held · 0 waiting · 1 warning: The document is damaged");
        add(Place.of("away", "app", "locks"));
        lines.having("away").shows("not read yet · 0 held · 0 waiting · MongoDB did not answer.");
        add(Place.of("eu", there.getName(), "more"));
        lines.having("eu").shows("2 of 2 collections live · 1 held");
        lines.having("eu").find("a").has("href", "^sources$");
        console.own().getCollection("sources").deleteMany(new Document());
        lines.counts(0);
        there.drop();
    }

    private static void add(Place place) {
        assertThat(StoredSources.add(console.own(), place, "lockkeeper")).isNotEmpty();
    }

    /** Else the page shows the first steps. */
    private static void wasUsed(Console console) {
        String acquirer =
                console.locks().enqueue("used:before", Locks.owner("old", "o-1", 1, "", ""), Duration.ofHours(1));
        console.locks().remove("used:before", acquirer);
    }
}

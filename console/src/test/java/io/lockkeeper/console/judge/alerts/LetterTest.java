package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.watch.facet.FacetLink;
import io.lockkeeper.console.watch.facet.Said;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class LetterTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final String HOSTILE = "a\r\nBcc: all@example.com\u202e<script>\"";

    @Test
    void hostileTextIsTextInJsonSubjectAndMail() {
        Letter letter = letter(List.of(reported(HOSTILE)), Delivery.Type.FIRING);
        Document data = Document.parse(letter.json()).get("data", Document.class);
        assertThat(data.getList("findings", Document.class).getFirst().getString("lock"))
                .isEqualTo(HOSTILE);
        assertThat(letter.subject())
                .startsWith("[warning] The document is damaged: a\\u{D}\\u{A}Bcc")
                .doesNotContain("\r", "\n");
        assertThat(letter.text()).doesNotContain("\r", "\u202e").contains("a\\u{D}\\u{A}Bcc");
    }

    @Test
    void aMessageListsFiftyFindingsAndCountsTheRest() {
        List<Reported> many =
                IntStream.range(0, 60).mapToObj(i -> reported("order:" + i)).toList();
        Letter letter = letter(many, Delivery.Type.FIRING);
        assertThat(letter.subject()).endsWith("order:0 and 59 more");
        assertThat(letter.text()).contains("and 10 more: see the console.");
        assertThat(Document.parse(letter.json()).get("data", Document.class).getInteger("more"))
                .isEqualTo(10);
    }

    @Test
    void aFindingLinksToItsLock() {
        assertThat(letter(List.of(reported("order/1")), Delivery.Type.FIRING).text())
                .contains("https://ops.example.com/lockkeeper/locks/order~2f1");
        assertThat(letter(List.of(reported("order:1")), Delivery.Type.RESOLVED).subject())
                .isEqualTo("Resolved: The document is damaged: order:1");
    }

    @Test
    void whoWorksOnAFindingIsSaidWithItAndByAMessageOfItsOwn() {
        Reported taken = reported("order:1").takenBy("anna\u202e");
        Letter first = letter(List.of(taken), Delivery.Type.FIRING);
        assertThat(first.text()).contains("First seen 2026-11-22 12:00:00.000 UTC. anna\\u{202E} is on it.");
        Letter later = letter(List.of(taken), Delivery.Type.TAKEN);
        assertThat(later.subject()).isEqualTo("anna\\u{202E} is on it: The document is damaged: order:1");
        assertThat(later.text())
                .startsWith("The document is damaged: order:1\nanna\\u{202E} is on it. First seen")
                .contains("/locks/order:1\n");
        Document body = Document.parse(later.json());
        assertThat(body.getString("type")).isEqualTo("lockkeeper.alert.taken");
        assertThat(body.get("data", Document.class)
                        .getList("findings", Document.class)
                        .getFirst()
                        .getString("onIt"))
                .isEqualTo("anna\u202e");
    }

    @Test
    void aMessageNamesItsConsoleAndSaysItsHeadlineOnce() {
        Letter letter = letter(List.of(reported("billing:7")), Delivery.Type.FIRING, "payments · production");
        assertThat(letter.subject()).isEqualTo("payments · production: [warning] The document is damaged: billing:7");
        assertThat(letter.body()).startsWith("evidence\nOwner: Payments\n").doesNotContain("The document is damaged");
        assertThat(letter.text()).startsWith("[warning] The document is damaged: billing:7\nevidence");
        assertThat(Document.parse(letter.json()).get("data", Document.class).getString("console"))
                .isEqualTo("payments · production");
        assertThat(letter(List.of(reported("a"), reported("b")), Delivery.Type.FIRING)
                        .body())
                .contains("[warning] The document is damaged: a\n", "[warning] The document is damaged: b\n");
    }

    @Test
    void evidenceIsWholeInAMailAndAWebhookAndShortInAChat() {
        String chain = "a waits for b ".repeat(100).strip();
        Letter letter = letter(List.of(reported("order:1", chain)), Delivery.Type.FIRING);
        assertThat(letter.body()).startsWith(chain + "\n");
        assertThat(letter.text()).contains(chain);
        assertThat(PagerDutyEvents.of(letter, "key").getFirst()).contains(chain);
        assertThat(SlackBody.of(letter)).doesNotContain(chain).contains(chain.substring(0, 390));
        assertThat(TeamsBody.of(letter)).doesNotContain(chain).contains(chain.substring(0, 390));
    }

    @Test
    void aLinkLeadsToTheTimeThatTheMessageIsAbout() {
        assertThat(letter(List.of(reported("order/1")), Delivery.Type.FIRING).body())
                .contains(
                        "https://ops.example.com/lockkeeper/incident?from=2026-11-22T11:45:00Z&until=2026-11-22T12:15:00Z");
    }

    @Test
    void aReceiverThatAsksForAPauseGetsItUpToAnHour() {
        Backoff steady = new Backoff(Duration.ofSeconds(5), () -> 0.5);
        assertThat(steady.after(1, Optional.of(Duration.ofSeconds(90)))).contains(Duration.ofSeconds(90));
        assertThat(steady.after(3, Optional.of(Duration.ofSeconds(1)))).contains(Duration.ofSeconds(20));
        assertThat(steady.after(1, Optional.of(Duration.ofDays(9)))).contains(Duration.ofHours(1));
        assertThat(steady.after(12, Optional.of(Duration.ofSeconds(1)))).isEmpty();
        assertThat(Webhooks.pause("120", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(Webhooks.pause("Sun, 22 Nov 2026 12:00:30 GMT", NOW)).isEqualTo(Duration.ofSeconds(30));
        assertThat(Webhooks.pause("soon", NOW)).isNull();
    }

    @Test
    void pausesDoubleUpToAnHourAndEndAfterTwelveAttempts() {
        Backoff steady = new Backoff(Duration.ofSeconds(5), () -> 0.5);
        assertThat(IntStream.range(1, 12)
                        .mapToObj(steady::after)
                        .map(Optional::orElseThrow)
                        .map(Duration::toSeconds))
                .containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 640L, 1280L, 2560L, 3600L);
        assertThat(steady.after(12)).isEmpty();
        assertThat(new Backoff(Duration.ofSeconds(5), () -> 0).after(1)).contains(Duration.ofSeconds(4));
        assertThat(new Backoff(Duration.ofSeconds(5), () -> 1).after(1)).contains(Duration.ofSeconds(6));
    }

    @Test
    void aMessageSaysWhatPeopleKnowOfTheLockAsTextAndAsJson() {
        Letter letter = letter(List.of(reported("billing:7")), Delivery.Type.FIRING);
        assertThat(letter.text())
                .contains("evidence\nOwner: Payments\nPaused at month's end\nmeaning\n")
                .contains("\nI’m on it: ", "\nRunbook: https://wiki.example/billing%3A7\n", "\nOpen in the console: ");
        Document about = Document.parse(letter.json())
                .get("data", Document.class)
                .getList("findings", Document.class)
                .getFirst()
                .get("about", Document.class);
        assertThat(about.getString("owner")).isEqualTo("Payments");
        assertThat(about.getList("links", Document.class).getFirst().getString("address"))
                .isEqualTo("https://wiki.example/billing%3A7");
    }

    private static Letter letter(List<Reported> findings, Delivery.Type type) {
        return letter(findings, type, "");
    }

    private static Letter letter(List<Reported> findings, Delivery.Type type, String console) {
        AlertRule rule = new AlertRule("rule", Set.of(), Severity.NOTE, "", List.of("ops"), null, true, NOW, "b");
        return new Letter(
                Delivery.of("id", Route.of(rule).getFirst(), type, findings, NOW),
                console,
                "https://ops.example.com/lockkeeper/",
                SaidFacet.of(
                        "billing:",
                        new Said(
                                "Payments",
                                "Paused at month's end",
                                List.of(new FacetLink("Runbook", "https://wiki.example/billing%3A7")))));
    }

    private static Reported reported(String lock) {
        return reported(lock, "evidence");
    }

    private static Reported reported(String lock, String evidence) {
        return new Reported(
                "damaged", "warning", "The document is damaged", null, lock, evidence, "meaning", NOW, null);
    }
}

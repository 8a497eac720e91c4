package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.watch.facet.FacetLink;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Said;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What Slack, Microsoft Teams and PagerDuty are sent, and that they take it: by the limits that they document. */
class WebhookBodiesTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final String HOSTILE =
            "<!channel> *bold* [a](https://evil.example) :fire: & <https://evil.example|x>";
    private static final Said ABOUT =
            new Said("Payments", "", List.of(new FacetLink("Runbook", "https://wiki.example/runbook")));
    private static final String KEY = "0123456789abcdef0123456789abcdef";

    @Test
    void slackReadsNothingOfALocksNameAsItsOwn() {
        Document body = Document.parse(SlackBody.of(letter(Delivery.Type.FIRING, reported(HOSTILE))));
        assertThat(body.getString("text")).doesNotContain("<").contains("&lt;!channel&gt;", "&amp;");
        Document attachment = body.getList("attachments", Document.class).getFirst();
        assertThat(attachment.getString("color")).isEqualTo(Tone.WARNING.hex());
        List<Document> blocks = attachment.getList("blocks", Document.class);
        assertThat(blocks)
                .extracting(block -> block.getString("type"))
                .containsExactly("section", "section", "context");
        List<Document> fields = blocks.get(1).getList("fields", Document.class);
        assertThat(Stream.concat(
                        Stream.of(
                                body.getList("blocks", Document.class)
                                        .getFirst()
                                        .get("text", Document.class),
                                blocks.getFirst().get("text", Document.class)),
                        fields.stream()))
                .allSatisfy(text -> {
                    assertThat(text.getString("type")).isEqualTo("plain_text");
                    assertThat(text.getBoolean("emoji")).isFalse();
                });
        assertThat(fields)
                .extracting(field -> field.getString("text"))
                .contains("Severity: warning", "Owner: Payments", "First seen: 2026-11-22 12:00:00.000 UTC");
        assertThat(fields.get(1).getString("text")).contains("<!channel>");
        assertThat(blocks.getLast().toJson())
                .containsSubsequence(
                        "<https://ops.example.com/lockkeeper/findings?lock=",
                        "|I’m on it>",
                        "<https://wiki.example/runbook|Runbook>",
                        "<https://ops.example.com/lockkeeper/locks/",
                        "|Open in the console>");
    }

    @Test
    void whatIsOverIsGreenAndAsksNobodyToTakeIt() {
        Document body = Document.parse(SlackBody.of(letter(Delivery.Type.RESOLVED, reported("order:1"))));
        Document attachment = body.getList("attachments", Document.class).getFirst();
        assertThat(attachment.getString("color")).isEqualTo(Tone.RESOLVED.hex());
        assertThat(attachment.toJson())
                .contains("The console no longer finds it.")
                .doesNotContain("I’m on it");
    }

    @Test
    void slackTakesAMessageOfMany() {
        Document body = Document.parse(SlackBody.of(letter(Delivery.Type.FIRING, many())));
        assertThat(body.getList("blocks", Document.class)
                        .getFirst()
                        .get("text", Document.class)
                        .getString("text"))
                .hasSizeLessThanOrEqualTo(150);
        List<Document> attachments = body.getList("attachments", Document.class);
        assertThat(attachments).hasSize(21);
        assertThat(attachments.stream().flatMap(it -> it.getList("blocks", Document.class).stream()))
                .filteredOn(block -> block.containsKey("text"))
                .allSatisfy(
                        block -> assertThat(block.get("text", Document.class).getString("text"))
                                .hasSizeLessThanOrEqualTo(3_000));
        assertThat(attachments.getLast().toJson()).contains("and 40 more: see the console.");
    }

    @Test
    void teamsGetsACardOfTextRunsThatKnowNoMarkdown() {
        Document body = Document.parse(TeamsBody.of(letter(Delivery.Type.FIRING, reported(HOSTILE))));
        assertThat(body.getString("type")).isEqualTo("message");
        Document attachment = body.getList("attachments", Document.class).getFirst();
        assertThat(attachment.getString("contentType")).isEqualTo("application/vnd.microsoft.card.adaptive");
        List<Document> parts = attachment.get("content", Document.class).getList("body", Document.class);
        assertThat(parts).extracting(part -> part.getString("type")).containsExactly("RichTextBlock", "Container");
        assertThat(parts.getFirst().toJson()).contains("*bold*");
        assertThat(parts.getLast().getString("style")).isEqualTo("warning");
        assertThat(parts.getLast().getList("items", Document.class))
                .extracting(item -> item.getString("type"))
                .containsOnly("RichTextBlock", "ActionSet");
        assertThat(parts.getLast().toJson())
                .contains("Severity: ", "Action.OpenUrl", "https://ops.example.com/lockkeeper/locks/");
    }

    /** It shows four. */
    @Test
    void teamsShowsTheWayToTheLockBeforeAnAdministratorsOtherLinks() {
        List<FacetLink> links = IntStream.range(0, 6)
                .mapToObj(i -> new FacetLink("Link " + i, "https://wiki.example/" + i))
                .toList();
        Letter letter = new Letter(
                letter(Delivery.Type.FIRING, reported("order:1")).delivery(),
                "",
                "https://ops.example.com",
                SaidFacet.of("", new Said("", "", links)));
        assertThat(TeamsBody.of(letter))
                .containsSubsequence("I’m on it", "Link 0", "Open in the console", "What happened")
                .doesNotContain("Link 1");
    }

    @Test
    void teamsTakesAMessageOfMany() {
        String body = TeamsBody.of(letter(Delivery.Type.FIRING, many()));
        assertThat(TeamsBody.size(body)).isBetween(5 * 1024, 20 * 1024);
        assertThat(body).contains("Owner: ", "Payments", "https://wiki.example/runbook");
        assertThat(body).containsPattern("and 5\\d more: see the console\\.");
    }

    @Test
    void pagerDutyOpensAcknowledgesAndResolvesTheSameAlert() {
        Document opened = only(events(Delivery.Type.FIRING, reported("order:1")));
        Document taken = only(events(Delivery.Type.TAKEN, reported("order:1").takenBy("anna")));
        Document resolved =
                only(events(Delivery.Type.RESOLVED, reported("order:1").takenBy("anna")));
        assertThat(List.of(opened, taken, resolved))
                .extracting(event -> event.getString("event_action"))
                .containsExactly("trigger", "acknowledge", "resolve");
        assertThat(List.of(opened, taken, resolved))
                .allSatisfy(event -> assertThat(event.getString("routing_key")).isEqualTo(KEY))
                .extracting(event -> event.getString("dedup_key"))
                .containsOnly(opened.getString("dedup_key"));
        assertThat(opened.getString("dedup_key")).hasSizeLessThan(256);
        Document payload = opened.get("payload", Document.class);
        assertThat(payload.getString("summary")).isEqualTo("The document is damaged: order:1");
        assertThat(payload.getString("severity")).isEqualTo("warning");
        assertThat(payload.getString("component")).isEqualTo("order:1");
        assertThat(payload.getString("class")).isEqualTo("damaged");
        assertThat(Instant.parse(payload.getString("timestamp"))).isEqualTo(NOW);
        assertThat(opened.getString("client_url")).endsWith("/locks/order:1");
        assertThat(payload.getString("source")).isEqualTo("payments");
        assertThat(payload.get("custom_details", Document.class)).containsEntry("owner", "Payments");
        assertThat(opened.getList("links", Document.class))
                .extracting(link -> link.getString("text"))
                .containsExactly("I’m on it", "Runbook", "Open in the console", "What happened");
    }

    @Test
    void pagerDutyGetsOneAlertForEachFindingAndOneForWhatIsCounted() {
        List<Document> events = events(Delivery.Type.FIRING, many());
        assertThat(events).hasSize(51);
        assertThat(events).extracting(event -> event.getString("dedup_key")).doesNotHaveDuplicates();
        assertThat(events.getLast().get("payload", Document.class).getString("summary"))
                .isEqualTo("Lockkeeper: and 10 more: see the console.");
        assertThat(events)
                .allSatisfy(
                        event -> assertThat(event.get("payload", Document.class).getString("summary"))
                                .hasSizeLessThanOrEqualTo(1_024));
        Reported another = new Reported(
                "damaged", "warning", "The document is damaged", "app.locks", "order:1", "evidence", "m", NOW, null);
        assertThat(only(events(Delivery.Type.FIRING, another)).getString("dedup_key"))
                .isNotEqualTo(
                        only(events(Delivery.Type.FIRING, reported("order:1"))).getString("dedup_key"));
    }

    @Test
    void whatSomebodyIsOnAlreadyIsAcknowledgedAsItIsOpened() {
        List<Document> events = events(Delivery.Type.FIRING, reported("order:1").takenBy("anna"), reported("order:2"));
        assertThat(events)
                .extracting(event -> event.getString("event_action"))
                .containsExactly("trigger", "trigger", "acknowledge");
        assertThat(events.getLast().getString("dedup_key"))
                .isEqualTo(events.getFirst().getString("dedup_key"));
    }

    @Test
    void aTestOfPagerDutyIsOpenedAndResolvedAgain() {
        AlertTarget target = new AlertTarget(
                "pager", AlertTarget.Channel.WEBHOOK, "https://x", null, WebhookFormat.PAGERDUTY, NOW, "boss");
        Letter letter = new Letter(Delivery.test("id", target, NOW), "", "", Facets.NONE);
        List<Document> events =
                PagerDutyEvents.of(letter, KEY).stream().map(Document::parse).toList();
        assertThat(events).extracting(event -> event.getString("event_action")).containsExactly("trigger", "resolve");
        assertThat(events).extracting(event -> event.getString("dedup_key")).containsOnly("test:id");
        assertThat(events.getFirst().get("payload", Document.class).getString("severity"))
                .isEqualTo("info");
    }

    private static List<Document> events(Delivery.Type type, Reported... findings) {
        return PagerDutyEvents.of(letter(type, findings), KEY).stream()
                .map(Document::parse)
                .toList();
    }

    private static Document only(List<Document> events) {
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    /** With names and evidence as long as they can be, in an alphabet of three bytes a letter. */
    private static Reported[] many() {
        return IntStream.range(0, 60)
                .mapToObj(i -> reported(i + "鎖".repeat(500), "証".repeat(4_000)))
                .toArray(Reported[]::new);
    }

    private static Letter letter(Delivery.Type type, Reported... findings) {
        AlertRule rule = new AlertRule("rule", Set.of(), Severity.NOTE, "", List.of("ops"), null, true, NOW, "b");
        Delivery delivery = Delivery.of("id", Route.of(rule).getFirst(), type, List.of(findings), NOW);
        return new Letter(delivery, "payments", "https://ops.example.com/lockkeeper/", SaidFacet.of("", ABOUT));
    }

    private static Reported reported(String lock) {
        return reported(lock, "evidence");
    }

    private static Reported reported(String lock, String evidence) {
        return new Reported(
                "damaged", "warning", "The document is damaged", null, lock, evidence, "meaning", NOW, null);
    }
}

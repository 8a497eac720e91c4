package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.watch.facet.FacetLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The message that Slack's incoming webhooks take. What comes from elsewhere stays text: it mentions, links and formats nothing. */
final class SlackBody {

    /** The most findings, of which each is an attachment: Slack advises against more. */
    private static final int MOST = 20;

    private static final int LONGEST_HEADER = 150;
    private static final int LONGEST_SECTION = 3_000;
    private static final int LONGEST_FIELD = 2_000;

    private SlackBody() {}

    static String of(Letter letter) {
        List<Map<String, Object>> attachments = new ArrayList<>();
        for (Letter.Part part : letter.parts(MOST, Letter.CHATS_EVIDENCE)) {
            attachments.add(attachment(letter.tone(part), part));
        }
        letter.more(MOST).ifPresent(more -> attachments.add(Map.of("blocks", List.of(section(more)))));
        return Letter.JSON.writeValueAsString(Map.of(
                "text",
                escaped(letter.subject()),
                "blocks",
                List.of(Map.of("type", "header", "text", plain(letter.subject(), LONGEST_HEADER))),
                "attachments",
                attachments));
    }

    private static Map<String, Object> attachment(Tone tone, Letter.Part part) {
        List<Map<String, Object>> blocks = new ArrayList<>(List.of(section(part.told())));
        if (!part.fields().isEmpty()) {
            blocks.add(fields(part.fields()));
        }
        if (!part.links().isEmpty()) {
            blocks.add(links(part.links()));
        }
        return Map.of("color", tone.hex(), "blocks", blocks);
    }

    private static Map<String, Object> section(String text) {
        return Map.of("type", "section", "text", plain(text, LONGEST_SECTION));
    }

    private static Map<String, Object> fields(List<Letter.Field> fields) {
        return Map.of(
                "type",
                "section",
                "fields",
                fields.stream()
                        .map(field -> plain(field.label() + ": " + field.value(), LONGEST_FIELD))
                        .toList());
    }

    /** As many whole links as a text of Slack takes. */
    private static Map<String, Object> links(List<FacetLink> links) {
        String all = "";
        for (FacetLink link : links) {
            String next = "<%s|%s>".formatted(part(link.address()).replace("|", "%7C"), part(link.title()));
            all = all.length() + next.length() + 3 > LONGEST_SECTION ? all : all.isEmpty() ? next : all + " · " + next;
        }
        return Map.of("type", "context", "elements", List.of(Map.of("type", "mrkdwn", "text", all)));
    }

    private static String part(String ofALink) {
        return escaped(ofALink.replaceAll("\\p{Cntrl}", " "));
    }

    private static Map<String, Object> plain(String text, int most) {
        return Map.of("type", "plain_text", "text", Letter.cut(text, most), "emoji", false);
    }

    /** These three characters are all that Slack reads as its own. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

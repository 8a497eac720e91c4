package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.watch.facet.FacetLink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The adaptive card that a workflow of Microsoft Teams posts. Its text runs know no Markdown, so that what comes from elsewhere stays
 * text.
 */
final class TeamsBody {

    private static final int MOST = 10;
    private static final int LONGEST = 600;
    private static final int MOST_LINKS = 4;
    /** The longest link; a few longer ones would leave no room for the findings. */
    private static final int LONGEST_ADDRESS = 1_000;
    /** The largest body that is shown: Teams accepts larger ones without showing them. */
    private static final int LARGEST = 20 * 1024;

    private TeamsBody() {}

    /** The body, with as many of the findings as fit. */
    static String of(Letter letter) {
        int most = MOST;
        String body = of(letter, most);
        while (most > 0 && size(body) > LARGEST) {
            body = of(letter, --most);
        }
        return body;
    }

    /** The size in bytes: workflows wrap the body in UTF-8, and Teams counts UTF-16. */
    static int size(String body) {
        return Math.max(2 * body.length(), body.getBytes(StandardCharsets.UTF_8).length);
    }

    private static String of(Letter letter, int most) {
        List<Map<String, Object>> parts = new ArrayList<>();
        parts.add(text(Map.of("type", "TextRun", "text", letter.subject(), "weight", "Bolder", "size", "Medium")));
        for (Letter.Part part : letter.parts(most, Letter.CHATS_EVIDENCE)) {
            parts.add(Map.of(
                    "type", "Container",
                    "style", letter.tone(part).container(),
                    "items", items(part)));
        }
        letter.more(most).ifPresent(more -> parts.add(text(run(more))));
        Map<String, Object> card = Map.of(
                "$schema", "http://adaptivecards.io/schemas/adaptive-card.json",
                "type", "AdaptiveCard",
                "version", "1.4",
                "msteams", Map.of("width", "Full"),
                "body", parts);
        Map<String, Object> attachment =
                Map.of("contentType", "application/vnd.microsoft.card.adaptive", "content", card);
        return Letter.JSON.writeValueAsString(Map.of("type", "message", "attachments", List.of(attachment)));
    }

    private static List<Map<String, Object>> items(Letter.Part part) {
        List<Map<String, Object>> items = new ArrayList<>();
        if (!part.headline().isEmpty()) {
            items.add(
                    text(Map.of("type", "TextRun", "text", Letter.cut(part.headline(), LONGEST), "weight", "Bolder")));
        }
        items.add(text(run(part.story())));
        for (Letter.Field field : part.fields()) {
            Map<String, Object> label = Map.of("type", "TextRun", "text", field.label() + ": ", "isSubtle", true);
            items.add(text(List.of(label, run(field.value()))));
        }
        if (!part.links().isEmpty()) {
            items.add(links(part.links()));
        }
        return items;
    }

    private static Map<String, Object> text(Map<String, Object> run) {
        return text(List.of(run));
    }

    private static Map<String, Object> text(List<Map<String, Object>> runs) {
        return Map.of("type", "RichTextBlock", "inlines", runs);
    }

    private static Map<String, Object> run(String text) {
        return Map.of("type", "TextRun", "text", Letter.cut(text, LONGEST));
    }

    private static Map<String, Object> links(List<FacetLink> links) {
        List<Map<String, String>> actions = links.stream()
                .filter(link -> link.address().length() <= LONGEST_ADDRESS)
                .limit(MOST_LINKS)
                .map(link -> Map.of("type", "Action.OpenUrl", "title", link.title(), "url", link.address()))
                .toList();
        return Map.of("type", "ActionSet", "actions", actions);
    }
}

package io.lockkeeper.console.judge.alerts;

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
    /** Of the whole message, in bytes, as Teams takes it. */
    private static final int LARGEST = 28 * 1024;

    private TeamsBody() {}

    /** With as many of the findings as fit. */
    static String of(Letter letter) {
        int most = MOST;
        String body = of(letter, most);
        while (most > 0 && body.getBytes(StandardCharsets.UTF_8).length >= LARGEST) {
            body = of(letter, --most);
        }
        return body;
    }

    private static String of(Letter letter, int most) {
        List<Map<String, Object>> parts = new ArrayList<>();
        parts.add(text(Map.of("type", "TextRun", "text", letter.subject(), "weight", "Bolder", "size", "Medium")));
        for (Letter.Part part : letter.parts(most)) {
            parts.add(text(run(part.text())));
            if (part.link() != null) {
                parts.add(link(part.link()));
            }
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

    private static Map<String, Object> text(Map<String, Object> run) {
        return Map.of("type", "RichTextBlock", "inlines", List.of(run));
    }

    private static Map<String, Object> run(String text) {
        return Map.of("type", "TextRun", "text", Letter.cut(text, LONGEST));
    }

    private static Map<String, Object> link(String address) {
        Map<String, Object> action = Map.of("type", "Action.OpenUrl", "title", "Open in the console", "url", address);
        return Map.of("type", "ActionSet", "actions", List.of(action));
    }
}

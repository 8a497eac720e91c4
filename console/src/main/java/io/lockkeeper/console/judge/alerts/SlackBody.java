package io.lockkeeper.console.judge.alerts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The message that Slack's incoming webhooks take. What comes from elsewhere stays text: it mentions, links and formats nothing. */
final class SlackBody {

    /** With their links, fewer than the 50 blocks that Slack takes. */
    private static final int MOST = 20;

    private static final int LONGEST_HEADER = 150;
    private static final int LONGEST_SECTION = 3_000;

    private SlackBody() {}

    static String of(Letter letter) {
        List<Map<String, Object>> blocks = new ArrayList<>();
        blocks.add(Map.of("type", "header", "text", plain(letter.subject(), LONGEST_HEADER)));
        for (Letter.Part part : letter.parts(MOST)) {
            blocks.add(section(part.text()));
            if (part.link() != null) {
                blocks.add(link(part.link()));
            }
        }
        letter.more(MOST).ifPresent(more -> blocks.add(section(more)));
        return Letter.JSON.writeValueAsString(Map.of("text", escaped(letter.subject()), "blocks", blocks));
    }

    private static Map<String, Object> section(String text) {
        return Map.of("type", "section", "text", plain(text, LONGEST_SECTION));
    }

    private static Map<String, Object> link(String address) {
        Map<String, String> text =
                Map.of("type", "mrkdwn", "text", "<%s|Open in the console>".formatted(escaped(address)));
        return Map.of("type", "context", "elements", List.of(text));
    }

    private static Map<String, Object> plain(String text, int most) {
        return Map.of("type", "plain_text", "text", Letter.cut(text, most), "emoji", false);
    }

    /** These three characters are all that Slack reads as its own. */
    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.watch.facet.FacetLink;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events of PagerDuty's Events API v2. One for each finding, so that each opens, acknowledges and resolves its own alert; PagerDuty
 * finds the alert of an event by its key, and ignores duplicates.
 */
final class PagerDutyEvents {

    private static final int LONGEST_SUMMARY = 1_024;
    private static final int MOST = 50;

    private final Letter letter;
    private final String routingKey;

    private PagerDutyEvents(Letter letter, String routingKey) {
        this.letter = letter;
        this.routingKey = routingKey;
    }

    static List<String> of(Letter letter, String routingKey) {
        return new PagerDutyEvents(letter, routingKey)
                .all().stream().map(Letter.JSON::writeValueAsString).toList();
    }

    private List<Map<String, Object>> all() {
        Delivery delivery = letter.delivery();
        return switch (delivery.type()) {
            case FIRING ->
                Stream.of(findings("trigger", any -> true), findings("acknowledge", it -> it.onIt() != null), rest())
                        .flatMap(events -> events)
                        .toList();
            case TAKEN -> findings("acknowledge", any -> true).toList();
            case RESOLVED -> findings("resolve", any -> true).toList();
            case TEST -> {
                String key = "test:" + delivery.id();
                Map<String, Object> payload = payload(letter.subject(), "info", delivery.createdAt());
                yield List.of(event("trigger", key, payload, List.of()), event("resolve", key, Map.of(), List.of()));
            }
        };
    }

    private Stream<Map<String, Object>> findings(String action, Predicate<Reported> which) {
        return letter.parts(MOST).stream()
                .flatMap(part -> Stream.ofNullable(part.finding())
                        .filter(which)
                        .map(finding -> event(
                                action,
                                key(finding),
                                action.equals("trigger") ? payload(finding, part.text()) : Map.of(),
                                part.links())));
    }

    /** One alert for the findings that a message only counts, which only a person resolves. */
    private Stream<Map<String, Object>> rest() {
        return letter.more(MOST).stream()
                .map(more -> event(
                        "trigger",
                        "more:" + letter.delivery().id(),
                        payload(
                                "Lockkeeper: " + more,
                                "warning",
                                letter.delivery().createdAt()),
                        letter.consoleLinks()));
    }

    private Map<String, Object> event(String action, String key, Map<String, Object> payload, List<FacetLink> links) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("routing_key", routingKey);
        event.put("event_action", action);
        event.put("dedup_key", key);
        event.put("client", "Lockkeeper");
        links.stream()
                .filter(link -> link.title().equals(Letter.OPEN))
                .findFirst()
                .ifPresent(link -> event.put("client_url", link.address()));
        if (!payload.isEmpty() && !links.isEmpty()) {
            event.put(
                    "links",
                    links.stream()
                            .map(link -> Map.of("href", link.address(), "text", link.title()))
                            .toList());
        }
        if (!payload.isEmpty()) {
            event.put("payload", payload);
        }
        return event;
    }

    private Map<String, Object> payload(Reported finding, String text) {
        Map<String, Object> payload = payload(finding.headline(), severity(finding), finding.since());
        payload.put("class", finding.kind());
        if (finding.lock() != null) {
            payload.put("component", finding.lock());
        }
        payload.put("custom_details", details(finding, text));
        return payload;
    }

    private Map<String, String> details(Reported finding, String text) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("rule", letter.delivery().rule());
        letter.said(finding).forEach(about -> {
            details.put("owner", about.owner());
            details.put("note", about.note());
        });
        details.put("text", text);
        return details;
    }

    private Map<String, Object> payload(String summary, String severity, Instant at) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("summary", Letter.cut(summary, LONGEST_SUMMARY));
        payload.put("source", letter.sender());
        payload.put("severity", severity);
        payload.put("timestamp", at.toString());
        return payload;
    }

    private static String severity(Reported finding) {
        return switch (finding.severity()) {
            case "urgent" -> "critical";
            case "warning" -> "warning";
            default -> "info";
        };
    }

    /** The key of the finding, the same in every message about it. */
    private String key(Reported finding) {
        String all = String.join(
                "\u001f",
                letter.delivery().rule(),
                finding.kind(),
                String.valueOf(finding.source()),
                String.valueOf(finding.lock()),
                Long.toString(finding.since().toEpochMilli()),
                finding.evidence());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return "lockkeeper:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}

package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.people.notes.AboutLock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What a delivery says: as JSON for programs, and as plain text for people. Text from elsewhere stays text in both. */
final class Letter {

    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LONGEST_SUBJECT = 150;

    private final Delivery delivery;
    private final String consoleUrl;
    private final Function<LockId, Optional<AboutLock>> notes;

    /** @param notes what people know of a lock */
    Letter(Delivery delivery, String consoleUrl, Function<LockId, Optional<AboutLock>> notes) {
        this.delivery = delivery;
        this.notes = notes;
        this.consoleUrl = consoleUrl.replaceFirst("/+$", "");
    }

    record Body(String type, String id, List<String> answers, Instant timestamp, Data data) {}

    record Data(String rule, String text, List<Listed> findings, int more) {}

    record Listed(
            String kind,
            String severity,
            String title,
            @Nullable String source,
            @Nullable String lock,
            String evidence,
            String meaning,
            Instant since,
            @Nullable String link,
            @Nullable String onIt,
            @Nullable AboutLock about) {}

    /**
     * One finding for people.
     *
     * @param finding null in a test
     * @param link where the console shows it; null where that is unknown
     */
    record Part(
            @Nullable Reported finding,
            String text,
            @Nullable String link) {}

    Delivery delivery() {
        return delivery;
    }

    /** The first findings, at most so many. */
    List<Part> parts(int most) {
        if (delivery.type() == Delivery.Type.TEST) {
            return List.of(new Part(null, text(), null));
        }
        return delivery.findings().stream()
                .limit(most)
                .map(finding -> new Part(finding, paragraph(finding, null), link(finding)))
                .toList();
    }

    /** What {@link #parts} leaves out, as a sentence. */
    Optional<String> more(int most) {
        int more = delivery.more() + Math.max(0, delivery.findings().size() - most);
        return more == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "and %d more: see the console.", more));
    }

    /** Where the console shows all findings; null where its address is unknown. */
    @Nullable
    String consoleLink() {
        return consoleUrl.isEmpty() ? null : consoleUrl + "/findings";
    }

    String json() {
        List<Listed> listed = delivery.findings().stream().map(this::listed).toList();
        Data data = new Data(delivery.rule(), text(), listed, delivery.more());
        String type = "lockkeeper.alert." + delivery.type().name().toLowerCase(Locale.ROOT);
        return JSON.writeValueAsString(new Body(type, delivery.id(), delivery.answered(), delivery.createdAt(), data));
    }

    String subject() {
        String subject = switch (delivery.type()) {
            case TEST -> "A test from Lockkeeper";
            case FIRING -> headline("");
            case TAKEN -> headline(onIt(delivery.findings().getFirst()) + ": ");
            case RESOLVED -> headline("Resolved: ");
        };
        return cut(subject, LONGEST_SUBJECT);
    }

    /** At most so many characters, none of them halved. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    String text() {
        if (delivery.type() == Delivery.Type.TEST) {
            return "This is a test of the target “%s”. Nothing is wrong.".formatted(Formats.visible(delivery.target()));
        }
        String findings = delivery.findings().stream()
                .map(finding -> paragraph(finding, link(finding)))
                .collect(Collectors.joining("\n\n"));
        String more = more(delivery.findings().size())
                .map(sentence -> "\n\n" + sentence)
                .orElse("");
        String intro = delivery.type() == Delivery.Type.RESOLVED ? "The console no longer finds:\n\n" : "";
        return intro + findings + more;
    }

    private String headline(String before) {
        int others = delivery.findings().size() + delivery.more() - 1;
        Reported first = delivery.findings().getFirst();
        String severity = before.isEmpty() ? "[%s] ".formatted(first.severity()) : "";
        return severity
                + before
                + first.headline()
                + (others == 0 ? "" : String.format(Locale.ROOT, " and %d more", others));
    }

    private String paragraph(Reported finding, @Nullable String link) {
        String line = link == null ? "" : "\n" + link;
        return switch (delivery.type()) {
            case RESOLVED -> "%s (first seen %s)".formatted(finding.headline(), Formats.exact(finding.since()));
            case TAKEN ->
                "%s\n%s. First seen %s.%s"
                        .formatted(finding.headline(), onIt(finding), Formats.exact(finding.since()), line);
            case FIRING, TEST ->
                "[%s] %s\n%s\n%s\nFirst seen %s.%s%s%s"
                        .formatted(
                                finding.severity(),
                                finding.headline(),
                                Formats.visible(finding.evidence()),
                                finding.meaning(),
                                Formats.exact(finding.since()),
                                finding.onIt() == null ? "" : " " + onIt(finding) + ".",
                                line,
                                about(finding).map(it -> "\n" + it.text()).orElse(""));
        };
    }

    private static String onIt(Reported finding) {
        return Formats.visible(String.valueOf(finding.onIt())) + " is on it";
    }

    private Listed listed(Reported it) {
        return new Listed(
                it.kind(),
                it.severity(),
                it.title(),
                it.source(),
                it.lock(),
                it.evidence(),
                it.meaning(),
                it.since(),
                link(it),
                it.onIt(),
                about(it).orElse(null));
    }

    Optional<AboutLock> about(Reported finding) {
        return Optional.ofNullable(finding.lock()).flatMap(name -> notes.apply(LockId.stored(finding.source(), name)));
    }

    private @Nullable String link(Reported finding) {
        if (consoleUrl.isEmpty()) {
            return null;
        }
        String page =
                finding.lock() == null ? "findings" : LockAddress.page(LockId.stored(finding.source(), finding.lock()));
        return consoleUrl + "/" + page;
    }
}

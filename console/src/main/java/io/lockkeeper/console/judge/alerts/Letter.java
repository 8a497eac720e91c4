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

    private static final JsonMapper JSON = JsonMapper.builder().build();
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

    record Body(String type, String id, Instant timestamp, Data data) {}

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
            @Nullable AboutLock about) {}

    String json() {
        List<Listed> listed = delivery.findings().stream().map(this::listed).toList();
        Data data = new Data(delivery.rule(), text(), listed, delivery.more());
        String type = "lockkeeper.alert." + delivery.type().name().toLowerCase(Locale.ROOT);
        return JSON.writeValueAsString(new Body(type, delivery.id(), delivery.createdAt(), data));
    }

    String subject() {
        String subject = switch (delivery.type()) {
            case TEST -> "A test from Lockkeeper";
            case FIRING -> headline("");
            case RESOLVED -> headline("Resolved: ");
        };
        return subject.length() > LONGEST_SUBJECT ? subject.substring(0, LONGEST_SUBJECT) + "…" : subject;
    }

    String text() {
        if (delivery.type() == Delivery.Type.TEST) {
            return "This is a test of the target “%s”. Nothing is wrong.".formatted(Formats.visible(delivery.target()));
        }
        String findings = delivery.findings().stream().map(this::paragraph).collect(Collectors.joining("\n\n"));
        String more = delivery.more() == 0
                ? ""
                : String.format(Locale.ROOT, "\n\nand %d more: see the console.", delivery.more());
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

    private String paragraph(Reported finding) {
        if (delivery.type() == Delivery.Type.RESOLVED) {
            return "%s (first seen %s)".formatted(finding.headline(), Formats.exact(finding.since()));
        }
        String link = link(finding);
        return "[%s] %s\n%s\n%s\nFirst seen %s.%s%s"
                .formatted(
                        finding.severity(),
                        finding.headline(),
                        Formats.visible(finding.evidence()),
                        finding.meaning(),
                        Formats.exact(finding.since()),
                        link == null ? "" : "\n" + link,
                        about(finding).map(it -> "\n" + it.text()).orElse(""));
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
                about(it).orElse(null));
    }

    private Optional<AboutLock> about(Reported finding) {
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

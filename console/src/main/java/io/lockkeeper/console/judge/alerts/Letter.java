package io.lockkeeper.console.judge.alerts;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.facet.FacetLink;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Said;
import io.lockkeeper.console.watch.facet.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The content of a delivery: as JSON for programs, and as plain text for people. Text from elsewhere stays text in both. */
final class Letter {

    static final JsonMapper JSON = JsonMapper.builder().build();
    static final String OPEN = "Open in the console";
    private static final int LONGEST_SUBJECT = 150;
    private static final int LONGEST_EVIDENCE = 10_000;
    /** In a chat that cuts a message: what follows, owner and note, are to be read. */
    static final int CHATS_EVIDENCE = 400;

    private final Delivery delivery;
    private final String console;
    private final String consoleUrl;
    private final Facets facets;

    /**
     * @param console the console's name; empty for none
     * @param facets what is known of locks
     */
    Letter(Delivery delivery, String console, String consoleUrl, Facets facets) {
        this.delivery = delivery;
        this.console = console;
        this.facets = facets;
        this.consoleUrl = consoleUrl.replaceFirst("/+$", "");
    }

    record Body(String type, String id, List<String> answers, Instant timestamp, Data data) {}

    record Data(@Nullable String console, String rule, String text, List<Listed> findings, int more) {}

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
            @JsonAnyGetter Map<String, Object> known) {}

    /**
     * One finding for people.
     *
     * @param finding null in a test
     * @param headline empty where it is the only one, so that the subject says it
     * @param text what is to be read first, before all that a receiver may cut
     * @param story the same without what the fields say
     * @param fields what is known of it, in words
     * @param links the console's, if its address is known, and those of what is known of the lock
     */
    record Part(
            @Nullable Reported finding,
            String headline,
            String text,
            String story,
            List<Field> fields,
            List<FacetLink> links) {

        /** The story as one text without links. */
        String told() {
            return headline.isEmpty() ? story : headline + "\n" + story;
        }

        /** The part as one text without links. */
        String whole() {
            return headline.isEmpty() ? text : headline + "\n" + text;
        }
    }

    /** One of the things that are known of a finding. */
    record Field(String label, String value) {}

    Delivery delivery() {
        return delivery;
    }

    /** The name by which people know the console that sends it. */
    String sender() {
        return console.isEmpty() ? "Lockkeeper" : console;
    }

    /**
     * The first findings, at most so many.
     *
     * @param evidence how much of each one's evidence, in characters
     */
    List<Part> parts(int most, int evidence) {
        if (delivery.type() == Delivery.Type.TEST) {
            String test = "This is a test of the target “%s”. Nothing is wrong."
                    .formatted(Formats.visible(delivery.target()));
            return List.of(new Part(null, "", test, test, List.of(), List.of()));
        }
        boolean several = delivery.findings().size() + delivery.more() > 1;
        return delivery.findings().stream()
                .limit(most)
                .map(it -> new Part(
                        it,
                        several ? headline(it) : "",
                        words(it, evidence),
                        story(it, evidence),
                        fields(it),
                        links(it)))
                .toList();
    }

    /** With their evidence. */
    List<Part> parts(int most) {
        return parts(most, LONGEST_EVIDENCE);
    }

    /** How grave a part is. */
    Tone tone(Part part) {
        Reported finding = part.finding();
        if (finding == null) {
            return Tone.NOTE;
        }
        return delivery.type() == Delivery.Type.RESOLVED ? Tone.RESOLVED : Tone.of(finding.severity());
    }

    /** The sentence about what {@link #parts} leaves out. */
    Optional<String> more(int most) {
        int more = delivery.more() + Math.max(0, delivery.findings().size() - most);
        return more == 0
                ? Optional.empty()
                : Optional.of(String.format(Locale.ROOT, "and %d more: see the console.", more));
    }

    List<FacetLink> consoleLinks() {
        String link = consoleLink();
        return link == null ? List.of() : List.of(new FacetLink(OPEN, link));
    }

    /** The address of all findings in the console; null if the console's is unknown. */
    @Nullable
    String consoleLink() {
        return consoleUrl.isEmpty() ? null : consoleUrl + "/findings";
    }

    String json() {
        List<Listed> listed = delivery.findings().stream().map(this::listed).toList();
        Data data = new Data(console.isEmpty() ? null : console, delivery.rule(), text(), listed, delivery.more());
        String type = "lockkeeper.alert." + delivery.type().name().toLowerCase(Locale.ROOT);
        return JSON.writeValueAsString(new Body(type, delivery.id(), delivery.answered(), delivery.createdAt(), data));
    }

    /** The console's own subject of a message. */
    static String subject(Delivery delivery) {
        return new Letter(delivery, "", "", Facets.NONE).subject();
    }

    String subject() {
        String subject = switch (delivery.type()) {
            case TEST -> "A test from Lockkeeper";
            case FIRING -> headline("");
            case TAKEN -> headline(onIt(delivery.findings().getFirst()) + ": ");
            case RESOLVED -> headline("Resolved: ");
        };
        return cut(console.isEmpty() ? subject : console + ": " + subject, LONGEST_SUBJECT);
    }

    /** At most that many characters, none of them halved. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** The whole text, for readers without a subject. */
    String text() {
        boolean said = delivery.findings().size() + delivery.more() != 1;
        return said ? body() : headline(delivery.findings().getFirst()) + "\n" + body();
    }

    /** The text below the subject. */
    String body() {
        int all = Math.max(1, delivery.findings().size());
        Stream<String> parts = parts(all).stream()
                .map(part -> Stream.concat(
                                Stream.of(part.whole()),
                                part.links().stream().map(link -> link.title() + ": " + link.address()))
                        .collect(Collectors.joining("\n")));
        return Stream.concat(parts, more(all).stream()).collect(Collectors.joining("\n\n"));
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

    private String headline(Reported finding) {
        return delivery.type() == Delivery.Type.FIRING
                ? "[%s] %s".formatted(finding.severity(), finding.headline())
                : finding.headline();
    }

    private String words(Reported finding, int evidence) {
        String seen = "First seen %s.".formatted(Formats.exact(finding.since()));
        return switch (delivery.type()) {
            case RESOLVED -> "The console no longer finds it. " + seen;
            case TAKEN -> "%s. %s".formatted(onIt(finding), seen);
            case FIRING, TEST ->
                Stream.of(
                                cut(Formats.visible(finding.evidence()), evidence),
                                said(finding).map(Said::text).collect(Collectors.joining("\n")),
                                finding.meaning(),
                                finding.onIt() == null ? seen : "%s %s.".formatted(seen, onIt(finding)))
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.joining("\n"));
        };
    }

    /** Without what {@link #fields} says. */
    private String story(Reported finding, int evidence) {
        return switch (delivery.type()) {
            case RESOLVED -> "The console no longer finds it.";
            case TAKEN -> onIt(finding) + ".";
            case FIRING, TEST ->
                Stream.of(
                                cut(Formats.visible(finding.evidence()), evidence),
                                said(finding).map(Said::note).collect(Collectors.joining("\n")),
                                finding.meaning())
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.joining("\n"));
        };
    }

    private List<Field> fields(Reported finding) {
        return Stream.of(
                        new Field("Severity", finding.severity()),
                        new Field("Lock", finding.lock() == null ? "" : Formats.name(finding.lock())),
                        new Field("Source", finding.source() == null ? "" : Formats.visible(finding.source())),
                        new Field("Owner", said(finding).map(Said::owner).collect(Collectors.joining(", "))),
                        new Field("First seen", Formats.exact(finding.since())),
                        new Field("On it", finding.onIt() == null ? "" : Formats.visible(finding.onIt())))
                .filter(field -> !field.value().isEmpty())
                .toList();
    }

    /** What to do first comes first, since a receiver cuts: say that somebody is on it, do what is written down, look. */
    private List<FacetLink> links(Reported finding) {
        List<FacetLink> known = said(finding).flatMap(it -> it.links().stream()).toList();
        String page = link(finding);
        if (page == null) {
            return known;
        }
        boolean open = delivery.type() == Delivery.Type.FIRING && finding.onIt() == null;
        Stream<FacetLink> mine =
                Stream.of(new FacetLink("I’m on it", amongAll(finding))).filter(it -> open);
        Stream<FacetLink> own = Stream.of(new FacetLink(OPEN, page), new FacetLink("What happened", then(finding)));
        return Stream.of(mine, known.stream().limit(1), own, known.stream().skip(1))
                .flatMap(links -> links)
                .toList();
    }

    /** The page on which somebody takes it on, where it is the first. */
    private String amongAll(Reported finding) {
        return consoleUrl + "/"
                + (finding.lock() == null
                        ? "findings"
                        : LockAddress.findings(LockId.stored(finding.source(), finding.lock())));
    }

    private String then(Reported finding) {
        return consoleUrl + "/" + IncidentAddress.around(finding.since(), null);
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
                it.lock() == null ? Map.of() : Facets.fields(facets.known(subject(it))));
    }

    /** What is known of the finding's lock. */
    Stream<Said> said(Reported finding) {
        return finding.lock() == null ? Stream.empty() : facets.said(subject(finding)).stream();
    }

    private static Subject subject(Reported finding) {
        return Subject.of(LockId.stored(finding.source(), String.valueOf(finding.lock())));
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

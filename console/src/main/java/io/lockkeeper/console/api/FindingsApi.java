package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.Dismissals;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.findings.OnIt;
import io.lockkeeper.console.judge.findings.OnItService;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Subject;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The present findings. */
@CommonProblems
@KeepsToScope
@Tag(name = "findings-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class FindingsApi {

    private static final int LONGEST_HOURS = 720;

    private final FindingsFeed feed;
    private final Dismissals dismissals;
    private final OnItService onIt;
    private final Facets facets;

    FindingsApi(FindingsFeed feed, Dismissals dismissals, OnItService onIt, Facets facets) {
        this.onIt = onIt;
        this.facets = facets;
        this.feed = feed;
        this.dismissals = dismissals;
    }

    /**
     * The findings at a moment.
     *
     * @param asOf the server's time for which it was judged, or null before the first look
     * @param current whether it could be judged just now
     * @param ageSeconds how long ago that was; of one that is not judged yet, since the console began to
     * @param findings those that count, the most urgent first
     */
    record FindingsAnswer(
            @Nullable Instant asOf,
            boolean current,
            long ageSeconds,
            List<ApiFinding> findings,
            List<ApiFinding> dismissed) {}

    /**
     * Something that is wrong.
     *
     * @param known what is known of its lock beside the lock's document, by name
     */
    record ApiFinding(
            String id,
            String kind,
            String severity,
            String title,
            @Nullable String source,
            @Nullable String lock,
            String evidence,
            String meaning,
            Instant firstSeen,
            Instant lastSeen,
            @Nullable String dismissedBy,
            @Nullable String dismissedReason,
            @Nullable Instant dismissedUntil,
            Map<String, Object> known,
            @Nullable OnIt onIt) {

        static ApiFinding of(Finding finding, Facets facets) {
            return new ApiFinding(
                    finding.id(),
                    finding.kind().name(),
                    finding.kind().severity().words(),
                    finding.kind().title(),
                    finding.storedSource(),
                    finding.lock(),
                    finding.evidence(),
                    finding.kind().meaning(),
                    finding.firstSeen(),
                    finding.lastSeen(),
                    finding.dismissal() == null ? null : finding.dismissal().by(),
                    finding.dismissal() == null ? null : finding.dismissal().reason(),
                    finding.dismissal() == null ? null : finding.dismissal().until(),
                    Facets.fields(
                            finding.of().map(Subject::of).map(facets::known).orElseGet(List::of)),
                    finding.onIt());
        }
    }

    /**
     * The body that dismisses a finding.
     *
     * @param finding the finding's id
     * @param reason why it needs no action
     * @param hours for how long
     */
    record DismissalBody(@Nullable String finding, @Nullable String reason, int hours) {}

    /**
     * The body that begins or ends work on a finding.
     *
     * @param finding the finding's id
     * @param on whether you work on it
     */
    record OnItBody(@Nullable String finding, boolean on) {}

    @Operation(operationId = "findings", summary = "Answers what is wrong now, the most urgent first")
    @GetMapping("/findings")
    FindingsAnswer findings() {
        FindingsSnapshot now = feed.latest(LockScope.present());
        return new FindingsAnswer(
                now.asOf(),
                now.current(),
                feed.age().toSeconds(),
                now.findings().stream().map(it -> ApiFinding.of(it, facets)).toList(),
                now.dismissed().stream().map(it -> ApiFinding.of(it, facets)).toList());
    }

    @Operation(
            operationId = "dismiss",
            summary = "Dismisses a finding for some hours",
            description = "It stays listed and is not counted until then. For operators.")
    @ApiResponse(responseCode = "204", description = "Dismissed")
    @MayBeMissing
    @PostMapping(path = "/findings/dismissals", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void dismiss(@RequestBody DismissalBody body) {
        if (!dismissals.isAllowed()) {
            throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may dismiss findings.");
        }
        String reason = Objects.requireNonNullElse(body.reason(), "").strip();
        if (reason.isEmpty()
                || reason.length() > Dismissals.LONGEST_REASON
                || !Formats.visible(reason).equals(reason)) {
            throw ProblemException.badRequest(
                    "Give a reason of 1 to %s characters, without control characters: the next person on call reads it."
                            .formatted(Dismissals.LONGEST_REASON));
        }
        int hours = Objects.requireNonNullElse(body.hours(), 0);
        if (hours < 1 || hours > LONGEST_HOURS) {
            throw ProblemException.badRequest(
                    String.format(Locale.ROOT, "hours is %d; it must be from 1 to %d.", hours, LONGEST_HOURS));
        }
        dismissals.dismiss(List.of(find(body.finding())), reason, Duration.ofHours(hours));
    }

    @Operation(
            operationId = "onIt",
            summary = "Says that you work on a finding, or do not any more",
            description =
                    "Others see who does, and since when, until the finding ends. With on false you take it back. For"
                            + " operators; on record.")
    @ApiResponse(responseCode = "204", description = "Said")
    @MayBeMissing
    @MayBeRefused
    @PostMapping(path = "/findings/on-it", consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void onIt(@RequestBody OnItBody body) {
        if (!dismissals.isAllowed()) {
            throw new ProblemException(HttpStatus.FORBIDDEN, "Only an operator may be on a finding.");
        }
        List<Finding> found = List.of(find(body.finding()));
        if (body.on()) {
            onIt.take(found);
        } else {
            onIt.giveUp(found);
        }
    }

    private Finding find(@Nullable String id) {
        FindingsSnapshot now = feed.latest(LockScope.present());
        return Stream.concat(now.findings().stream(), now.dismissed().stream())
                .filter(finding -> finding.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> ProblemException.missing("There is no such finding now: what it was about may be over."));
    }
}

package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.alerts.AlertRule;
import io.lockkeeper.console.judge.alerts.Alerts;
import io.lockkeeper.console.judge.alerts.QuietHours;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.judge.findings.Severity;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Which findings are sent to which targets, and when: for administrators. */
@CommonProblems
@Tag(name = "alert-rules-api")
@RestController
@RequestMapping(path = "/api/v1/alerts/rules", produces = MediaType.APPLICATION_JSON_VALUE)
class AlertRulesApi {

    private final Alerts alerts;

    AlertRulesApi(Alerts alerts) {
        this.alerts = alerts;
    }

    /** All rules, by name. */
    record RuleList(List<ApiRule> rules) {}

    /**
     * A rule.
     *
     * @param path the name as it stands in a path
     * @param version what If-Match names, in quotes, to change or delete it
     * @param kinds the kinds of findings; empty for all
     * @param prefix how the lock's name begins; empty for all
     * @param targets the names of the targets
     * @param quiet when nothing is sent; null for never
     * @param sendsResolved whether a message is sent, too, when a finding is over
     */
    record ApiRule(
            String name,
            String path,
            String version,
            Set<Kind> kinds,
            Severity least,
            String prefix,
            List<String> targets,
            @Nullable Quiet quiet,
            boolean sendsResolved,
            Instant changedAt,
            String changedBy) {

        static ApiRule of(AlertRule rule) {
            return new ApiRule(
                    rule.name(),
                    LockAddress.of(rule.name()),
                    IfMatch.version(rule.changedAt()),
                    rule.kinds(),
                    rule.least(),
                    rule.prefix(),
                    rule.targets(),
                    Quiet.of(rule.quiet()),
                    rule.sendsResolved(),
                    rule.changedAt(),
                    rule.changedBy());
        }
    }

    /** A daily time, for example 22:00, 07:00 and Europe/Berlin. */
    record Quiet(
            @Nullable String from,
            @Nullable String to,
            @Nullable String zone) {

        static @Nullable Quiet of(@Nullable QuietHours hours) {
            return hours == null ? null : new Quiet(hours.from(), hours.to(), hours.zone());
        }

        QuietHours typed() {
            return QuietHours.typed(text(from), text(to), text(zone));
        }

        private static String text(@Nullable String given) {
            return Objects.requireNonNullElse(given, "");
        }
    }

    /**
     * A rule as it should be.
     *
     * @param kinds empty or left out for all
     * @param least left out, all of the kinds or, without kinds, urgent findings and warnings
     * @param sendsResolved true if left out
     */
    record RuleBody(
            @Nullable Set<Kind> kinds,
            @Nullable Severity least,
            @Nullable String prefix,
            @Nullable List<String> targets,
            @Nullable Quiet quiet,
            @Nullable Boolean sendsResolved) {

        AlertRule named(String name) {
            Set<Kind> of = Objects.requireNonNullElse(kinds, Set.of());
            return new AlertRule(
                    name,
                    of,
                    Objects.requireNonNullElse(least, of.isEmpty() ? Severity.WARNING : Severity.NOTE),
                    Objects.requireNonNullElse(prefix, ""),
                    Objects.requireNonNullElse(targets, List.of()),
                    quiet == null ? null : quiet.typed(),
                    Objects.requireNonNullElse(sendsResolved, true),
                    Instant.EPOCH,
                    "");
        }
    }

    @Operation(operationId = "rules", summary = "Lists the rules of alerts", description = "For administrators.")
    @GetMapping
    RuleList rules() {
        return new RuleList(alerts.look().rules().stream().map(ApiRule::of).toList());
    }

    @Operation(
            operationId = "save_2",
            summary = "Adds a rule, or changes the rule with this name",
            description =
                    "Without If-Match it is added, and what is found now is sent at once; with the version of the rule that you have seen,"
                            + " that one is changed. For administrators; on record.")
    @MayBeRefused
    @NeedsIfMatch
    @PutMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiRule save(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody RuleBody body) {
        String wanted = LockAddress.nameOf(name).strip();
        alerts.saveRule(body.named(wanted), IfMatch.seen(ifMatch, find(wanted).isPresent()));
        return find(wanted).map(ApiRule::of).orElseThrow(AlertRulesApi::missing);
    }

    @Operation(
            operationId = "delete_2",
            summary = "Deletes a rule",
            description = "No message says that what it has reported is over. For administrators; on record.")
    @ApiResponse(responseCode = "204", description = "Deleted")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            @PathVariable String name, @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        AlertRule rule = find(LockAddress.nameOf(name)).orElseThrow(AlertRulesApi::missing);
        alerts.deleteRule(rule.name(), IfMatch.seen(ifMatch));
    }

    private Optional<AlertRule> find(String name) {
        return alerts.look().rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst();
    }

    private static ProblemException missing() {
        return ProblemException.missing("There is no rule of this name.");
    }
}

package io.lockkeeper.console.api;

import io.lockkeeper.console.act.consent.FourEyes;
import io.lockkeeper.console.act.consent.Rule;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

/** The names that need a second person's consent: for administrators. */
@CommonProblems
@Tag(name = "four-eyes-api")
@RestController
@RequestMapping(path = "/api/v1/four-eyes/rules", produces = MediaType.APPLICATION_JSON_VALUE)
class FourEyesApi {

    private final FourEyes rules;

    FourEyesApi(FourEyes rules) {
        this.rules = rules;
    }

    /** All rules, in the order in which they were added. */
    record FourEyesRules(List<FourEyesRule> rules) {}

    /**
     * A rule.
     *
     * @param pattern of the names; a {@code *} stands for any characters
     * @param path the pattern as it stands in a path
     * @param version what If-Match names, in quotes, to change or delete it
     * @param why in an administrator's words; empty for none
     */
    record FourEyesRule(String pattern, String path, String version, String why, Instant addedAt, String addedBy) {

        static FourEyesRule of(Rule rule) {
            return new FourEyesRule(
                    rule.pattern(),
                    LockAddress.of(rule.pattern()),
                    IfMatch.version(rule.addedAt()),
                    rule.why(),
                    rule.addedAt(),
                    rule.addedBy());
        }
    }

    /**
     * The body that sets a rule.
     *
     * @param why in your words; may be left out
     */
    record FourEyesReason(@Nullable String why) {}

    @Operation(operationId = "fourEyes", summary = "Lists the rules of four eyes", description = "For administrators.")
    @GetMapping
    FourEyesRules fourEyes() {
        return new FourEyesRules(rules.list().stream().map(FourEyesRule::of).toList());
    }

    @Operation(
            operationId = "setFourEyes",
            summary = "Adds a rule, or changes the explanation of the rule for this pattern",
            description =
                    "From then on, evictions, pauses and take-outs on locks whose names match need a second operator's consent. Without If-Match it is"
                            + " added; with the version of the rule that you have seen, that one is changed. For administrators; on record.")
    @MayBeRefused
    @NeedsIfMatch
    @PutMapping(path = "/{pattern}", consumes = MediaType.APPLICATION_JSON_VALUE)
    FourEyesRule setFourEyes(
            @PathVariable("pattern") String path,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody FourEyesReason body) {
        String wanted = LockAddress.nameOf(path).strip();
        Instant seen = IfMatch.seen(ifMatch, find(wanted).isPresent());
        String pattern = rules.set(wanted, Objects.requireNonNullElse(body.why(), ""), seen);
        return find(pattern).map(FourEyesRule::of).orElseThrow(FourEyesApi::missing);
    }

    @Operation(
            operationId = "removeFourEyes",
            summary = "Removes a rule",
            description =
                    "One operator is enough then for names that no other rule matches; requests that wait still need consent. For"
                            + " administrators; on record.")
    @ApiResponse(responseCode = "204", description = "Removed")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @DeleteMapping("/{pattern}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeFourEyes(
            @PathVariable("pattern") String path,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        Rule rule = find(LockAddress.nameOf(path)).orElseThrow(FourEyesApi::missing);
        String unused = rules.remove(rule.pattern(), IfMatch.seen(ifMatch));
    }

    private Optional<Rule> find(String pattern) {
        return rules.list().stream()
                .filter(rule -> rule.pattern().equals(pattern))
                .findFirst();
    }

    private static ProblemException missing() {
        return ProblemException.missing("There is no rule for this pattern.");
    }
}

package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.judge.findings.OnIt;
import io.lockkeeper.console.judge.findings.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final Instant START = Instant.parse("2026-11-22T12:00:00Z");

    private final Planner planner = new Planner(Duration.ofMinutes(2), Duration.ofSeconds(30));
    private final List<Episode> told = new ArrayList<>();
    private Instant now = START;

    @Test
    void aFindingIsAnnouncedOnceHoweverLongItStands() {
        AlertRule rule = rule(null);
        assertThat(announced(rule, finding("order:1"))).containsExactly("order:1");
        for (int i = 0; i < 10; i++) {
            now = now.plusSeconds(60);
            assertThat(announced(rule, finding("order:1"))).isEmpty();
        }
    }

    @Test
    void aFindingThatFlapsIsAnnouncedOnceAndOverOnce() {
        AlertRule rule = rule(null);
        announced(rule, finding("order:1"));
        for (int i = 0; i < 20; i++) {
            now = now.plusSeconds(60);
            Planner.Plan plan = i % 2 == 0 ? plan(rule) : plan(rule, finding("order:1"));
            assertThat(plan.announced()).isEmpty();
            assertThat(plan.ended()).isEmpty();
        }
        assertThat(plan(rule).ended()).isEmpty();
        now = now.plusSeconds(119);
        assertThat(plan(rule).ended()).isEmpty();
        now = now.plusSeconds(1);
        assertThat(plan(rule).ended()).hasSize(1);
    }

    @Test
    void whatArisesInQuietHoursIsAnnouncedAtTheirEndIfItStillStands() {
        AlertRule rule = rule(new QuietHours("12:00", "13:00", "UTC"));
        assertThat(announced(rule, finding("order:1"), finding("order:2"))).isEmpty();
        now = START.plus(Duration.ofMinutes(59));
        assertThat(announced(rule, finding("order:2"))).isEmpty();
        now = START.plus(Duration.ofHours(1));
        assertThat(announced(rule, finding("order:2"))).containsExactly("order:2");
    }

    @Test
    void whatIsOverInQuietHoursIsToldAtTheirEnd() {
        AlertRule rule = rule(new QuietHours("13:00", "14:00", "UTC"));
        announced(rule, finding("order:1"));
        now = START.plus(Duration.ofMinutes(61));
        assertThat(plan(rule).ended()).isEmpty();
        now = START.plus(Duration.ofMinutes(90));
        assertThat(plan(rule).ended()).isEmpty();
        now = START.plus(Duration.ofHours(2));
        assertThat(plan(rule).ended()).hasSize(1);
    }

    @Test
    void thatSomebodyIsOnItIsToldOnceItsMessageHasArrivedAndAgainWhenAnotherTakesOver() {
        AlertRule rule = rule(null);
        announced(rule, finding("order:1"));
        assertThat(plan(rule, taken("anna")).taken()).as("not yet arrived").isEmpty();
        told.replaceAll(it -> new Episode(it.id(), it.rule(), it.reported(), it.delivery(), true));
        assertThat(plan(rule, finding("order:1")).taken()).isEmpty();
        List<Planner.Plan.Taken> first = plan(rule, taken("anna")).taken();
        assertThat(first).hasSize(1);
        told.clear();
        told.addAll(first.getFirst().episodes());
        assertThat(told.getFirst().reported().onIt()).isEqualTo("anna");
        assertThat(plan(rule, taken("anna")).taken()).as("told").isEmpty();
        assertThat(plan(rule, finding("order:1")).taken()).as("taken back").isEmpty();
        assertThat(plan(rule, taken("bob")).taken()).as("taken over").hasSize(1);
        FindingsSnapshot dismissed = seen(true, List.of(), List.of(taken("bob")));
        assertThat(planner.plan(dismissed, List.of(rule), told, now).taken())
                .as("dismissed")
                .hasSize(1);
    }

    @Test
    void inQuietHoursNobodyHearsThatSomebodyIsOnIt() {
        AlertRule rule = rule(new QuietHours("13:00", "14:00", "UTC"));
        announced(rule, finding("order:1"));
        told.replaceAll(it -> new Episode(it.id(), it.rule(), it.reported(), it.delivery(), true));
        now = START.plus(Duration.ofMinutes(90));
        assertThat(plan(rule, taken("anna")).taken()).isEmpty();
        now = START.plus(Duration.ofHours(2));
        assertThat(plan(rule, taken("anna")).taken()).hasSize(1);
    }

    @Test
    void aDismissedFindingIsNotAnnouncedAndOneThatWasAnnouncedStillStands() {
        AlertRule rule = rule(null);
        announced(rule, finding("order:1"));
        for (int i = 0; i < 5; i++) {
            now = now.plusSeconds(60);
            FindingsSnapshot seen = seen(true, List.of(), List.of(finding("order:1"), finding("order:2")));
            Planner.Plan plan = planner.plan(seen, List.of(rule), told, now);
            assertThat(plan.announced()).isEmpty();
            assertThat(plan.ended()).isEmpty();
        }
    }

    @Test
    void whileTheLocksCannotBeJudgedNothingIsOver() {
        AlertRule rule = rule(null);
        announced(rule, finding("order:1"));
        plan(rule);
        for (int i = 0; i < 5; i++) {
            now = now.plusSeconds(60);
            assertThat(planner.plan(seen(false, List.of(), List.of()), List.of(rule), told, now)
                            .ended())
                    .isEmpty();
        }
        assertThat(plan(rule).ended()).isEmpty();
    }

    @Test
    void aConsoleThatTakesOverGivesWhatIsGoneTimeToBeFoundAgain() {
        AlertRule rule = rule(null);
        announced(rule, finding("order:1"));
        now = now.plusSeconds(3_700);
        Planner successor = new Planner(Duration.ofMinutes(2), Duration.ofSeconds(30));
        FindingsSnapshot nothing = seen(true, List.of(), List.of());
        assertThat(successor.plan(nothing, List.of(rule), told, now).ended()).isEmpty();
        assertThat(successor
                        .plan(nothing, List.of(rule), told, now.plusSeconds(119))
                        .ended())
                .isEmpty();
        assertThat(successor
                        .plan(nothing, List.of(rule), told, now.plusSeconds(120))
                        .ended())
                .hasSize(1);
    }

    @Test
    void manyAtOnceAreOneMessageAndWhatComesSoonAfterIsTheNext() {
        AlertRule rule = rule(null);
        Finding[] many =
                IntStream.range(0, 600).mapToObj(i -> finding("order:" + i)).toArray(Finding[]::new);
        assertThat(announced(rule, many)).hasSize(500);
        now = now.plusSeconds(29);
        assertThat(announced(rule, many)).isEmpty();
        now = now.plusSeconds(1);
        assertThat(announced(rule, many)).hasSize(100);
    }

    /** One that is added hears of what stands; one that is taken away hears nothing more. */
    @Test
    void eachTargetOfARuleHearsOfAFindingOnceAndOfItsEnd() {
        AlertRule both = to("target", "other");
        assertThat(announced(both, finding("order:1"))).containsExactly("order:1", "order:1");
        now = now.plusSeconds(60);
        assertThat(announced(both, finding("order:1"))).isEmpty();
        assertThat(announced(to("target", "other", "third"), finding("order:1")))
                .containsExactly("order:1");
        plan(both);
        now = now.plusSeconds(3_700);
        assertThat(plan(both).ended())
                .extracting(it -> it.route().target())
                .containsExactlyInAnyOrder("target", "other");
        assertThat(plan(both).dropped()).hasSize(1);
    }

    private static AlertRule to(String... targets) {
        return new AlertRule("rule", Set.of(), Severity.WARNING, "", List.of(targets), null, true, START, "boss");
    }

    @Test
    void aRuleChoosesByKindSeverityAndPrefix() {
        Finding order = finding("order:1");
        assertThat(rule(Set.of(), Severity.URGENT, "").matches(order)).isFalse();
        assertThat(rule(Set.of(), Severity.WARNING, "order:").matches(order)).isTrue();
        assertThat(rule(Set.of(), Severity.NOTE, "invoice:").matches(order)).isFalse();
        assertThat(rule(Set.of(Kind.HANGING), Severity.NOTE, "").matches(order)).isFalse();
        Finding ofAll = new Finding("id", Kind.NOT_RECORDED, null, "", START, START, null);
        assertThat(rule(Set.of(), Severity.NOTE, "").matches(ofAll)).isTrue();
        assertThat(rule(Set.of(), Severity.NOTE, "order:").matches(ofAll)).isFalse();
    }

    private List<String> announced(AlertRule rule, Finding... findings) {
        List<String> announced = new ArrayList<>();
        for (Planner.Plan.Announced each : plan(rule, findings).announced()) {
            each.findings().forEach(finding -> {
                told.add(Episode.of(each.route(), finding, "delivery"));
                announced.add(String.valueOf(finding.lock()));
            });
        }
        return announced;
    }

    private Planner.Plan plan(AlertRule rule, Finding... findings) {
        return planner.plan(seen(true, List.of(findings), List.of()), List.of(rule), told, now);
    }

    private FindingsSnapshot seen(boolean current, List<Finding> findings, List<Finding> dismissed) {
        return new FindingsSnapshot(now, current, findings, dismissed, Map.of(), Duration.ZERO);
    }

    private static Finding finding(String lock) {
        return new Finding("DAMAGED\u001f" + lock, Kind.DAMAGED, lock, "evidence", START, START, null);
    }

    private static Finding taken(String operator) {
        return new Finding(
                "DAMAGED\u001forder:1",
                Kind.DAMAGED,
                "",
                "order:1",
                "evidence",
                START,
                START,
                null,
                List.of(),
                null,
                new OnIt(operator, START));
    }

    private static AlertRule rule(@Nullable QuietHours quiet) {
        return new AlertRule("rule", Set.of(), Severity.WARNING, "", List.of("target"), quiet, true, START, "boss");
    }

    private static AlertRule rule(Set<Kind> kinds, Severity least, String prefix) {
        return new AlertRule("rule", kinds, least, prefix, List.of("target"), null, true, START, "boss");
    }
}

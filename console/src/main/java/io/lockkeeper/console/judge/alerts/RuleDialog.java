package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.radiobutton.RadioButtonGroup;
import com.vaadin.flow.component.radiobutton.RadioGroupVariant;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.judge.findings.Severity;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Asks which findings are sent to which targets, and when. */
final class RuleDialog {

    private static final String SELECTED = "Selected kinds";

    private final TextField name = new TextField("Name");
    private final RadioButtonGroup<String> which = new RadioButtonGroup<>("Findings");
    private final Map<Kind, Checkbox> kinds = new EnumMap<>(Kind.class);
    private final Div kindList = styled(new Div(), "kinds");
    private final TextField prefix = new TextField("Only locks whose names begin with");
    private final Map<String, Checkbox> targets = new LinkedHashMap<>();
    private final Div targetList = styled(new Div(new Span("Targets")), "kinds");
    private final TextField from = new TextField("Quiet from");
    private final TextField to = new TextField("until");
    private final TextField zone = new TextField("Time zone");
    private final Checkbox resolved = new Checkbox("Also report when a finding is resolved", true);
    private final @Nullable AlertRule known;
    private final Alerts alerts;
    private final Background background;
    private final Runnable changed;

    /**
     * @param known the rule to change; null to add one
     */
    RuleDialog(
            @Nullable AlertRule known,
            List<AlertTarget> targets,
            Alerts alerts,
            Background background,
            Runnable changed) {
        this.known = known;
        this.alerts = alerts;
        this.background = background;
        this.changed = changed;
        setUp(targets);
        if (known != null) {
            show(known);
        }
    }

    private void setUp(List<AlertTarget> all) {
        which.setItems(
                RuleWords.severities(Severity.URGENT),
                RuleWords.severities(Severity.WARNING),
                RuleWords.severities(Severity.NOTE),
                SELECTED);
        which.setValue(RuleWords.severities(Severity.WARNING));
        which.addThemeVariants(RadioGroupVariant.LUMO_VERTICAL);
        which.addValueChangeListener(change -> kindList.setVisible(SELECTED.equals(change.getValue())));
        for (Kind kind : Kind.values()) {
            Checkbox box = new Checkbox(kind.title());
            kinds.put(kind, box);
            kindList.add(box);
        }
        kindList.setVisible(false);
        prefix.setHelperText("Empty for all. With a prefix, findings that concern no single lock are left out.");
        for (AlertTarget each : all) {
            Checkbox box = new Checkbox(each.name(), all.size() == 1);
            targets.put(each.name(), box);
            targetList.add(box);
        }
        from.setPlaceholder("22:00");
        to.setPlaceholder("07:00");
        zone.setPlaceholder("Europe/Berlin");
        zone.setHelperText(
                "Empty for no quiet hours. Findings made during quiet hours are sent when these end, if they still stand.");
    }

    private void show(AlertRule rule) {
        name.setValue(rule.name());
        name.setReadOnly(true);
        which.setValue(rule.kinds().isEmpty() ? RuleWords.severities(rule.least()) : SELECTED);
        kinds.forEach((kind, box) -> box.setValue(rule.kinds().contains(kind)));
        prefix.setValue(rule.prefix());
        targets.forEach((name, box) -> box.setValue(rule.targets().contains(name)));
        resolved.setValue(rule.sendsResolved());
        QuietHours quiet = rule.quiet();
        if (quiet != null) {
            from.setValue(quiet.from());
            to.setValue(quiet.to());
            zone.setValue(quiet.zone());
        }
    }

    void open() {
        Div hours = styled(new Div(from, to, zone), "quiet-hours");
        Div fields = styled(new Div(name, which, kindList, prefix, targetList, hours, resolved), "fields");
        if (known == null) {
            fields.add(new Paragraph("Findings that already stand are sent at once."));
        }
        new Confirmation<>(
                        known == null ? "Add a rule" : "Change the rule %s".formatted(known.name()),
                        fields,
                        known == null ? "Add" : "Change",
                        background,
                        () -> alerts.saveRule(typed(), known == null ? null : known.changedAt()),
                        saved -> changed.run())
                .open();
    }

    private AlertRule typed() {
        return new AlertRule(
                name.getValue(),
                chosen(),
                least(),
                prefix.getValue(),
                targets.entrySet().stream()
                        .filter(each -> each.getValue().getValue())
                        .map(Map.Entry::getKey)
                        .toList(),
                quiet(),
                resolved.getValue(),
                Instant.EPOCH,
                "");
    }

    private Set<Kind> chosen() {
        Set<Kind> chosen = EnumSet.noneOf(Kind.class);
        if (SELECTED.equals(which.getValue())) {
            kinds.forEach((kind, box) -> {
                if (box.getValue()) {
                    chosen.add(kind);
                }
            });
            if (chosen.isEmpty()) {
                throw new RefusedException("Select at least one kind of finding.");
            }
        }
        return chosen;
    }

    private Severity least() {
        return EnumSet.allOf(Severity.class).stream()
                .filter(severity -> RuleWords.severities(severity).equals(which.getValue()))
                .findFirst()
                .orElse(Severity.NOTE);
    }

    private @Nullable QuietHours quiet() {
        return from.isEmpty() && to.isEmpty() && zone.isEmpty()
                ? null
                : QuietHours.typed(from.getValue(), to.getValue(), zone.getValue());
    }
}

package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.action;
import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** The page's tables, with the actions for each row; empty tables are left out. */
final class AlertTables {

    private final Alerts alerts;
    private final Background background;
    private final Runnable changed;
    private final Overview now;

    AlertTables(Alerts alerts, Background background, Runnable changed, Overview now) {
        this.alerts = alerts;
        this.background = background;
        this.changed = changed;
        this.now = now;
    }

    Optional<Component> rules() {
        return table("Rules", List.of("Rule", "Findings", "Targets", "Quiet hours", ""), now.rules(), this::rule);
    }

    Optional<Component> targets() {
        return table(
                "Targets",
                List.of("Target", "Kind", "Goes to", Times.present().titled("Changed"), ""),
                now.targets(),
                this::target);
    }

    Optional<Component> dead() {
        return table(
                "Not delivered",
                List.of("Message", "Target", "Why", Times.present().titled("Given up"), ""),
                now.dead(),
                this::dead);
    }

    Optional<Component> waiting() {
        return table(
                "To be sent",
                List.of("Message", "Target", "Last problem", Times.present().titled("Next try")),
                now.waiting(),
                it -> row(it, problem(it), Table.time(it.nextAt())));
    }

    Optional<Component> sent() {
        return table(
                "Sent in the last 7 days",
                List.of("Message", "Target", "Rule", Times.present().titled("Sent")),
                now.sent(),
                it -> row(
                        it,
                        cell(Formats.visible(it.rule())),
                        Table.time(it.endedAt() == null ? it.nextAt() : it.endedAt())));
    }

    private static <T> Optional<Component> table(
            String title, List<String> columns, List<T> things, Function<T, NativeTableRow> row) {
        if (things.isEmpty()) {
            return Optional.empty();
        }
        Table table = Table.plain(title, columns);
        things.forEach(thing -> table.add(row.apply(thing)));
        return Optional.of(styled(new Section(new H2(title), table), "alert-section"));
    }

    private NativeTableRow rule(AlertRule rule) {
        String quiet = rule.quiet() == null ? "none" : rule.quiet().words();
        return new NativeTableRow(
                strong(rule.name()),
                cell(RuleWords.findings(rule)),
                cell(String.join(", ", rule.targets())),
                cell(quiet),
                actions(
                        action(
                                "Change",
                                rule.name(),
                                () -> new RuleDialog(rule, now.targets(), alerts, background, changed).open()),
                        action(
                                "Delete",
                                rule.name(),
                                () -> confirm(
                                        "Delete the rule %s?".formatted(rule.name()),
                                        "It sends nothing more: not even that a finding it reported is resolved.",
                                        "Delete",
                                        () -> alerts.deleteRule(rule.name(), rule.changedAt())))));
    }

    private NativeTableRow target(AlertTarget target) {
        boolean webhook = target.channel() == AlertTarget.Channel.WEBHOOK;
        boolean used = now.rules().stream().anyMatch(rule -> rule.targets().contains(target.name()));
        NativeTableCell name = strong(target.name());
        if (!used) {
            name.add(styled(new Span("No rule sends here"), "second-line", "unused"));
        }
        Span by = styled(new Span("by " + Formats.visible(target.changedBy())), "second-line");
        return new NativeTableRow(
                name,
                cell(target.kind()),
                cell(Formats.visible(target.address()) + (webhook ? "/…" : "")),
                styled(Table.time(target.changedAt(), by), "added"),
                actions(
                        test(target),
                        action("Change", target.name(), () -> change(target)),
                        action(
                                "Delete",
                                target.name(),
                                () -> confirm(
                                        "Delete the target %s?".formatted(target.name()),
                                        "Messages still waiting for it will not be delivered.",
                                        "Delete",
                                        () -> alerts.deleteTarget(target.name(), target.changedAt())))));
    }

    private void change(AlertTarget target) {
        TargetDialog dialog = new TargetDialog(target, alerts.targets(), background, changed);
        switch (target.channel()) {
            case WEBHOOK -> dialog.openWebhook();
            case MAIL -> dialog.openMail();
        }
    }

    private Button test(AlertTarget target) {
        Button button = action("Send a test", target.name(), () -> {});
        button.setDisableOnClick(true);
        button.addClickListener(click -> background.change(
                () -> alerts.targets().test(target.name()),
                tested -> {
                    button.setEnabled(true);
                    show(target, tested);
                },
                failed -> {
                    button.setEnabled(true);
                    Toasts.warn(Confirmation.sentence(failed));
                }));
        return button;
    }

    private static void show(AlertTarget target, Targets.Tested tested) {
        Dialog dialog = styled(new Dialog(), "user-dialog");
        dialog.setHeaderTitle("A test of %s".formatted(target.name()));
        Paragraph outcome = styled(new Paragraph(tested.outcome()), tested.arrived() ? "says" : "fault");
        outcome.getElement().setAttribute("role", "status");
        Div sent = message("What was sent:", tested.message());
        Div alert = message("What an alert looks like there:", tested.example());
        dialog.add(styled(new Div(outcome, sent, alert), "content"));
        dialog.getFooter().add(new Button("Close", click -> dialog.close()));
        dialog.open();
    }

    /** A message as it is sent, below a sentence. */
    static Div message(String what, String message) {
        return styled(new Div(new Paragraph(what), styled(new Pre(message), "message-sent")), "message-shown");
    }

    private NativeTableRow dead(Delivery dead) {
        String what = Letter.subject(dead);
        NativeTableRow row =
                row(dead, problem(dead), Table.time(dead.endedAt() == null ? dead.nextAt() : dead.endedAt()));
        row.add(actions(
                action(
                        "Send again",
                        what,
                        () -> confirm(
                                "Send the message again?",
                                "%s. It is tried up to %s more times, under the same id."
                                        .formatted(what, Backoff.ATTEMPTS),
                                "Send again",
                                () -> alerts.sendAgain(dead))),
                action(
                        "Delete",
                        what,
                        () -> confirm(
                                "Delete the message?",
                                "%s. %s will never receive it.".formatted(what, dead.target()),
                                "Delete",
                                () -> alerts.deleteDead(dead)))));
        return row;
    }

    private void confirm(String title, String what, String verb, Callable<String> action) {
        new Confirmation<>(title, new Paragraph(what), verb, background, action, done -> changed.run()).open();
    }

    private static NativeTableRow row(Delivery it, NativeTableCell third, NativeTableCell fourth) {
        return new NativeTableRow(strong(Letter.subject(it)), cell(it.target()), third, fourth);
    }

    private static NativeTableCell problem(Delivery it) {
        NativeTableCell cell = cell(it.problem() == null ? "" : Formats.visible(it.problem()));
        if (it.state() == Delivery.State.DEAD) {
            cell.addClassName("refused");
        }
        return cell;
    }

    private static NativeTableCell strong(String text) {
        NativeTableCell cell = new NativeTableCell();
        cell.add(styled(new Span(text), "strong"));
        return cell;
    }

    private static NativeTableCell cell(String text) {
        return new NativeTableCell(text);
    }

    private static NativeTableCell actions(Button... buttons) {
        NativeTableCell cell = styled(new NativeTableCell(), "actions");
        cell.add(new Div(buttons));
        return cell;
    }
}

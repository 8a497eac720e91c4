package io.lockkeeper.console.judge.alerts;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.remember.history.RecorderStatus;
import jakarta.annotation.security.RolesAllowed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The administrators' alerts page: who receives which findings, and which messages were or could not be delivered. */
@Route("alerts")
@Menu(title = "Alerts", order = 7, icon = "vaadin:bell")
@PageTitle("Alerts · Lockkeeper")
@RolesAllowed(Roles.ADMIN)
final class AlertsView extends Div {

    private static final String KEY_IS_KEPT =
            "Webhooks' addresses are encrypted with a key that is kept in the same database. To keep it elsewhere, set LOCKKEEPER_SECRETS_KEY to the output of “openssl rand -base64 32” for every console, and restart them.";

    private final Alerts alerts;
    private final Background background;
    private final ConsolePrivileges keeping;
    private final Recorder recorder;
    private final Button addRule = new Button("Add rule");
    private final Button addWebhook = new Button("Add webhook");
    private final Button addMail = new Button("Add e-mail");
    private final Notice notice = new Notice();
    private final Span summary = styled(new Span(), "summary");
    private final Div list = styled(new Div(), "entries");
    private List<AlertTarget> targets = List.of();

    AlertsView(Alerts alerts, Background background, ConsolePrivileges keeping, Recorder recorder) {
        this.alerts = alerts;
        this.background = background;
        this.keeping = keeping;
        this.recorder = recorder;
        addClassName("alerts-page");
        add(head(), list);
        load();
    }

    private Header head() {
        Div title = styled(new Div(new H1("Alerts"), summary), "page-title");
        addRule.addClickListener(click -> new RuleDialog(null, targets, alerts, background, this::load).open());
        addWebhook.addClickListener(
                click -> new TargetDialog(null, alerts.targets(), background, this::load).openWebhook());
        addMail.addClickListener(click -> new TargetDialog(null, alerts.targets(), background, this::load).openMail());
        addRule.addThemeVariants(ButtonVariant.LUMO_SMALL);
        addWebhook.addThemeVariants(ButtonVariant.LUMO_SMALL);
        addMail.addThemeVariants(ButtonVariant.LUMO_SMALL);
        return styled(
                new Header(title, styled(new Div(addMail, addWebhook, addRule, LinkWords.lost()), "tools"), notice),
                "page-head");
    }

    private void load() {
        notice.show(trouble());
        boolean may = keeping.whyNothingIsSent().isEmpty();
        addWebhook.setEnabled(may && alerts.targets().whyNoWebhook().isEmpty());
        addMail.setEnabled(may && alerts.targets().whyNoMail().isEmpty());
        addRule.setEnabled(false);
        background.read(alerts::look, this::show, e -> unreadable());
    }

    /** Why nothing is sent, or cannot be set up. */
    private Optional<String> trouble() {
        return keeping.whyNothingIsSent()
                .map(why -> "No alert is sent, and nothing can be changed here: " + why + ".")
                .or(() -> recorder.status() instanceof RecorderStatus.Off
                        ? Optional.of("This console does not record (LOCKKEEPER_HISTORY_ENABLED=false), so it sends no"
                                + " alerts. Another console on the same database that records sends them.")
                        : Optional.empty());
    }

    private void unreadable() {
        summary.setText("");
        list.removeAll();
        list.add(Components.message(
                "The alerts could not be read.", "Nothing was changed. Reload the page when MongoDB answers."));
    }

    private void show(Overview now) {
        targets = now.targets();
        addRule.setEnabled(!targets.isEmpty() && keeping.whyNothingIsSent().isEmpty());
        addRule.setTooltipText(targets.isEmpty() ? "Add a webhook or an e-mail target first." : null);
        addRule.setThemeVariant(ButtonVariant.LUMO_PRIMARY, !targets.isEmpty());
        addWebhook.setThemeVariant(ButtonVariant.LUMO_PRIMARY, targets.isEmpty());
        summary.setText(counted(now));
        list.removeAll();
        Stream.of(alerts.targets().whyNoWebhook(), alerts.targets().whyNoMail())
                .flatMap(Optional::stream)
                .map(AlertsView::missing)
                .forEach(list::add);
        if (now.rules().isEmpty()) {
            list.add(nextStep());
        }
        AlertTables tables = new AlertTables(alerts, background, this::load, now);
        if (alerts.targets().keepsItsKey()
                && targets.stream().anyMatch(target -> target.channel() == AlertTarget.Channel.WEBHOOK)) {
            list.add(missing(KEY_IS_KEPT));
        }
        Stream.of(tables.rules(), tables.targets(), tables.dead(), tables.waiting(), tables.sent())
                .flatMap(Optional::stream)
                .forEach(list::add);
    }

    /** Until a rule sends something: what is to be done for it, and what will be sent. */
    private Div nextStep() {
        Div step = targets.isEmpty()
                ? Components.message(
                        "No alerts are sent.",
                        "First add a target: a webhook (Slack, Microsoft Teams, PagerDuty, your own) or e-mail, and send it"
                                + " a test. Then add a rule that says which findings go there.")
                : Components.message(
                        "No alerts are sent yet.",
                        "Send each target a test. Then add a rule that says which findings go there.");
        step.add(AlertTables.message(
                "An alert will read like this:", alerts.targets().example()));
        return styled(step, "next-step");
    }

    private static String counted(Overview now) {
        return Stream.of(
                        Formats.counted(now.rules().size(), "rule"),
                        Formats.counted(now.targets().size(), "target"),
                        now.dead().isEmpty() ? "" : now.dead().size() + " not delivered")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    private static Paragraph missing(String why) {
        return styled(new Paragraph(why), "missing", "dim");
    }
}

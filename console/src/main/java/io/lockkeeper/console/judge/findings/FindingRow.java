package io.lockkeeper.console.judge.findings;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Article;
import com.vaadin.flow.component.html.Code;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.facet.FacetCard;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.model.LockkeeperCollection;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One cause: what is wrong, the evidence, what it means, what to do next, and what else comes of it. */
final class FindingRow extends Article {

    private final Span severity = new Span();
    private final H2 title = new H2();
    private final Anchor lock = new Anchor();
    private final Paragraph evidence = new Paragraph();
    private final Paragraph meaning = new Paragraph();
    private final List<FacetCard<?>> known;
    private final OtherFindings others = new OtherFindings();
    private final Span seen = new Span();
    private final Div actions = new Div();
    private final Span onIt = new Span();
    private final Button mine = new Button("", click -> toggle());
    private final Consumer<Cause> dismiss;
    private final Consumer<Cause> takeOrGiveUp;
    private final Consumer<LockId> evict;
    private final boolean mayDismiss;
    private final String me;
    private @Nullable Cause shown;

    /**
     * @param me the user, as it is recorded
     * @param takeOrGiveUp called where the user begins to work on it, or does so no more
     * @param evict called with the lock whose holder is to be evicted
     */
    FindingRow(
            Facets facets,
            boolean mayDismiss,
            String me,
            Consumer<Cause> dismiss,
            Consumer<Cause> takeOrGiveUp,
            Consumer<LockId> evict) {
        this.evict = evict;
        this.me = me;
        this.takeOrGiveUp = takeOrGiveUp;
        known = facets.cards();
        this.mayDismiss = mayDismiss;
        this.dismiss = dismiss;
        addClassName("finding");
        lock.addClassName("finding-lock");
        evidence.addClassName("evidence");
        meaning.addClassName("dim");
        seen.addClassNames("dim", "num");
        onIt.addClassName("on-it");
        mine.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        actions.addClassName("actions");
        Div head = new Div(severity, title, lock, onIt);
        head.addClassName("finding-head");
        Div foot = new Div(actions, seen);
        foot.addClassName("finding-foot");
        add(head, evidence, meaning);
        known.forEach(this::add);
        add(others, foot);
    }

    void show(Cause cause, Instant now) {
        Finding finding = cause.first();
        if (shown == null) {
            setUp(finding);
        }
        shown = cause;
        others.show(cause.others());
        finding.of().map(Subject::of).ifPresent(lock -> known.forEach(card -> card.show(lock)));
        Components.text(evidence, Times.present().in(finding.evidence()));
        Components.text(seen, times(finding, now));
        showOnIt(finding, now);
    }

    private void setUp(Finding finding) {
        Kind kind = finding.kind();
        addClassName(kind.severity().css());
        severity.setText(kind.severity().words());
        severity.setClassName("severity " + kind.severity().css());
        title.setText(kind.title());
        meaning.setText(kind.meaning());
        lock.setText(finding.where());
        finding.address().ifPresent(lock::setHref);
        lock.setRouterIgnore(false);
        actions.add(kind.step() == Kind.Step.COMMAND ? command(kind) : step(kind.step(), finding));
        if (kind.isEndedByEviction() && mayDismiss) {
            finding.of().ifPresent(of -> actions.add(evictButton(of)));
        }
        actions.add(happened(finding), mine, dismissButton(finding));
    }

    private void showOnIt(Finding finding, Instant now) {
        OnIt who = finding.onIt();
        onIt.setVisible(who != null);
        Components.text(
                onIt,
                who == null
                        ? ""
                        : "%s is on it since %s"
                                .formatted(
                                        Formats.visible(who.by()),
                                        Times.present().moment(who.since(), now)));
        String words = finding.isOnIt(me) ? "Not on it any more" : who == null ? "I’m on it" : "Take over";
        if (!words.equals(mine.getText())) {
            mine.setText(words);
            mine.setAriaLabel(
                    words + ": " + finding.kind().title() + (finding.lock() == null ? "" : ", " + finding.lock()));
        }
        permit(mine, finding, "take it on");
    }

    private void toggle() {
        if (shown != null) {
            takeOrGiveUp.accept(shown);
        }
    }

    private static Component step(Kind.Step step, Finding finding) {
        String lock = finding.lock();
        Anchor link = new Anchor(address(step, finding), step.words());
        link.getElement().setAttribute("router-link", true);
        link.addClassName("step");
        if (lock != null) {
            link.getElement().setAttribute("aria-label", step.words() + " " + lock);
        }
        return link;
    }

    private static Component happened(Finding finding) {
        Anchor link = new Anchor(IncidentAddress.around(finding.firstSeen(), finding.lastSeen()), "What happened");
        link.getElement().setAttribute("router-link", true);
        link.addClassName("step");
        link.getElement()
                .setAttribute(
                        "aria-label",
                        "What happened around it: " + finding.kind().title());
        return link;
    }

    private static Component command(Kind kind) {
        Code text = new Code(atAShell(kind));
        Span command = new Span(text, CopyLink.text(Kind.Step.COMMAND.words(), text));
        command.addClassName("command");
        return command;
    }

    private static String address(Kind.Step step, Finding finding) {
        String lock = finding.lock();
        if (step == Kind.Step.HISTORY) {
            return "history";
        }
        if (step == Kind.Step.WAITS) {
            return lock == null ? "waits" : LockAddress.waits(new LockId(finding.source(), lock));
        }
        return finding.address()
                .filter(it -> step == Kind.Step.LOCK)
                .orElse(finding.isOfTheFirst() ? "locks" : "sources");
    }

    private Component evictButton(LockId of) {
        Button button = new Button("Evict the holder…", click -> evict.accept(of));
        button.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        button.setAriaLabel("Evict the holder of " + Formats.visible(of.name()));
        return button;
    }

    private Component dismissButton(Finding finding) {
        Button button = new Button("Dismiss…", click -> {
            if (shown != null) {
                dismiss.accept(shown);
            }
        });
        button.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        button.setAriaLabel(
                "Dismiss: " + finding.kind().title() + (finding.lock() == null ? "" : ", " + finding.lock()));
        permit(button, finding, "dismiss it");
        return button;
    }

    /** Enables the button; what the user may not do is greyed, with the reason. */
    private void permit(Button button, Finding finding, String act) {
        button.setEnabled(mayDismiss && !finding.isPartly());
        if (!mayDismiss) {
            button.setTooltipText("Only an operator may %s; you are a viewer.".formatted(act));
        } else if (finding.isPartly()) {
            button.setTooltipText("It is about locks outside your scope: who may see them can %s.".formatted(act));
        }
    }

    private static String times(Finding finding, Instant now) {
        Dismissal dismissal = finding.dismissal();
        String since = "first seen %s · last seen %s"
                .formatted(
                        Times.present().moment(finding.firstSeen(), now),
                        Times.present().moment(finding.lastSeen(), now));
        return dismissal == null
                ? since
                : "dismissed by %s until %s: %s"
                        .formatted(
                                Formats.visible(dismissal.by()),
                                Times.present().moment(dismissal.until(), now),
                                Formats.visible(dismissal.reason()));
    }

    /** The next step where the console has no page for it: what an operator enters at a shell, or in mongosh in the locks' database. */
    static String atAShell(Kind kind) {
        return switch (kind) {
            case INDEX_MISSING -> LockkeeperCollection.PURGE.inMongosh(LockkeeperCollection.LOCKS.name());
            case COLLECTION_GROWS -> "db.serverStatus().metrics.ttl";
            default -> "lockkeeper doctor";
        };
    }
}

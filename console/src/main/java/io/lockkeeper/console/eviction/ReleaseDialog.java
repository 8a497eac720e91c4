package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.Grade;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.scope.LockId;
import io.lockkeeper.console.shell.BrowserAddress;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Times;
import io.lockkeeper.console.shell.TypedName;
import io.lockkeeper.console.shell.Words;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;

/**
 * Evicts the holder of a lock of another library, the one that was on the screen: says what its dialect's grade means, asks
 * why, and then shows what happened and whether the old holder wrote afterwards. It never waits for MongoDB.
 */
final class ReleaseDialog extends Dialog {

    private final ReleaseCase seen;
    private final String lock;
    private final ReasonField reason = new ReasonField();
    private final TypedName dead;
    private final Span heldBy = strong("Held by ");
    private final Div since = new Div();
    /** What there is to know before the decision. */
    private final Div decision = new Div();

    private final Paragraph promise = new Paragraph();
    private final Optional<EvictNow> atOnce;
    private final Div ask;
    private final Div verdict = new Div();
    private final Button cancel = new Button("Cancel", click -> close());
    private final Button evict = new Button("Evict this holder", click -> evict(Way.MARK));
    private volatile String request = "";
    private boolean sent;
    private @Nullable Result result;
    private @Nullable String trouble;

    ReleaseDialog(ReleaseCase seen) {
        this.seen = seen;
        lock = Words.visible(seen.seen().name());
        dead = new TypedName(
                "The old process is dead: type %s to confirm", seen.seen().name(), this::refresh);
        dead.setVisible(seen.dialect().grade() == Grade.C);
        dead.setWidthFull();
        atOnce = Optional.of(seen.dialect())
                .filter(Dialect::evictsAtOnce)
                .map(dialect -> new EvictNow(seen.seen().name(), () -> evict(Way.NOW), this::refresh));
        ask = new Div(reason, dead);
        atOnce.ifPresent(ask::add);
        ask.addClassName("ask");
        addClassNames("eviction", "release");
        verdict.getElement().setAttribute("role", "status");
        evict.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
        Div content = new Div(facts(), verdict, ask);
        content.addClassName("content");
        add(content);
        getFooter().add(cancel, evict);
        atOnce.ifPresent(it -> getFooter().add(it.button()));
        setCloseOnOutsideClick(false);
        refresh();
    }

    private Component facts() {
        Div holder = new Div(heldBy, new Span(Words.visible(Holders.words(seen.seen()))));
        since.addClassName("dim");
        seen.seen()
                .acquired()
                .ifPresentOrElse(
                        at -> since.add(
                                new Span("since %s, for "
                                        .formatted(Times.present().named(at))),
                                Ticking.age(at)),
                        () -> since.add(new Span("since when is unknown")));
        promise.setText(ReleaseSentences.promise(
                seen.dialect(), seen.seen(), seen.parts().service().quarantine(), look().now()));
        Span grade = strong("%s, grade %s, %s. "
                .formatted(
                        seen.dialect().library(),
                        seen.dialect().grade().text(),
                        seen.dialect().grade().meaning()));
        Paragraph risk = new Paragraph(grade, new Span(ReleaseSentences.risk(seen.dialect())));
        risk.setVisible(!(seen.dialect() instanceof OwnDialect)); // the promise says it all
        decision.addClassName("decision");
        decision.add(promise, risk);
        Div facts = new Div(holder, since, decision);
        facts.addClassName("lease-facts");
        return facts;
    }

    /** Called on any thread. */
    ReleaseCase.Look look() {
        return seen.look(request);
    }

    void show(ReleaseCase.Look look) {
        Result ended = result;
        if (ended != null) {
            showEnd(ended, look);
        } else {
            showBefore(look);
        }
    }

    private void refresh() {
        show(look());
    }

    private void showBefore(ReleaseCase.Look look) {
        setHeaderTitle((sent ? "Evicting the holder of %s …" : "Evict the holder of %s?").formatted(lock));
        boolean live = look.holds() && !sent;
        boolean now = look.remains() && !sent && atOnce.isPresent();
        reason.setEnabled(live || now);
        dead.setEnabled(live);
        atOnce.ifPresent(it -> it.setLive(now));
        boolean atOnceChosen = atOnce.filter(EvictNow::isChosen).isPresent();
        evict.setVisible(!atOnceChosen);
        evict.setEnabled(live && (!dead.isVisible() || dead.isTyped()));
        promise.setVisible(!atOnceChosen);
        String why = trouble;
        if (why != null) {
            say(why, "changed");
        } else {
            say(sent || look.holds() ? "" : ReleaseSentences.changed(look.there(), seen.seen()), "changed");
        }
    }

    private void showEnd(Result ended, ReleaseCase.Look look) {
        setHeaderTitle(ReleaseSentences.title(ended, look.course(), lock));
        boolean now = look.remains() && ended.outcome() == Outcome.MARKED && atOnce.isPresent();
        ask.setVisible(now);
        atOnce.ifPresent(it -> it.setLive(now));
        evict.setVisible(false);
        cancel.setText("Close");
        if (ReleaseSentences.isChanged(ended)) {
            Draw.text(heldBy, "Was held by ");
            since.setVisible(false);
            decision.setVisible(false);
        }
        boolean well = ReleaseSentences.isChanged(ended) && look.course().filter(EvictionState.HolderLives.class::isInstance).isEmpty();
        say(ReleaseSentences.outcome(ended, look), well ? "done" : "changed");
    }

    /** At once only with the lock's name typed, which {@link EvictNow} sees to. */
    private void evict(Way way) {
        trouble = null;
        try {
            String confirmed = way == Way.NOW || dead.isTyped() ? seen.seen().name() : "";
            EvictionRequest asked = new EvictionRequest(
                    new LockId(seen.source().id(), seen.seen().name()),
                    Seen.of(seen.seen()),
                    reason.text(),
                    confirmed,
                    way,
                    BrowserAddress.present());
            request = asked.id();
            result = null;
            sent = true;
            seen.start(asked, this::ended, this::failed);
        } catch (IllegalArgumentException e) {
            reason.refuse(String.valueOf(e.getMessage()));
        }
        refresh();
    }

    private void ended(Result answer) {
        result = answer;
        refresh();
    }

    /** Nothing was changed. The reason stays until the next click. */
    private void failed(Exception why) {
        sent = false;
        trouble = switch (why) {
            case RefusedException refused -> String.valueOf(refused.getMessage());
            case AccessDeniedException denied -> denied.getMessage() + " Nothing was changed.";
            case DataAccessException unrecorded ->
                "It could not be recorded in the audit, so nothing was changed. Try again when the badge says live.";
            default -> "The console failed; its log says why. ReleaseCase.Look at the audit before you try again.";
        };
        refresh();
    }

    private void say(String sentence, String css) {
        Draw.text(verdict, sentence);
        Draw.css(verdict, "verdict " + css);
        verdict.setVisible(!sentence.isBlank());
    }

    private static Span strong(String text) {
        Span span = new Span(text);
        span.addClassName("strong");
        return span;
    }
}

package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.ground.components.BrowserAddress;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.TypedName;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionState.NothingChanged;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Grade;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Evicts the holder that was on the screen: says what will happen, asks why, and then shows what happens,
 * to the end. It shows nothing but the eviction's state, so a failure stays visible until the next click, and an unknown
 * outcome resolves itself. It never waits for MongoDB.
 */
final class EvictionDialog extends Dialog {

    private final EvictionCase lease;
    private final String lock;
    private final EvictionFacts facts;
    private final ReasonField reason = new ReasonField();
    private final TypedName dead;
    private final Optional<EvictNow> atOnce;
    private final Div ask;
    private final ProgressSteps progress = new ProgressSteps();
    private final Div verdict = new Div();
    private final Button cancel = new Button("Cancel", click -> close());
    private final Button evict = new Button("", click -> evict(Way.MARK));
    private final Paragraph needs = new Paragraph();
    private final Div after = new Div();
    private final List<Component> actions;
    private @Nullable EvictionState shown;
    private @Nullable String trouble;

    EvictionDialog(EvictionCase lease) {
        this.lease = lease;
        String name = lease.lock().id().name();
        lock = Formats.visible(name);
        facts = lease.facts();
        actions = lease.actions();
        dead = new TypedName("The old process is dead: type %s to confirm", name, this::refresh);
        dead.setVisible(lease.lock().dialect().grade() == Grade.C);
        dead.setWidthFull();
        atOnce = Optional.of(lease.lock().dialect())
                .filter(Dialect::evictsAtOnce)
                .map(dialect -> new EvictNow(name, () -> evict(Way.NOW), this::refresh));
        ask = new Div(reason, dead);
        atOnce.ifPresent(ask::add);
        ask.addClassName("ask");
        addClassName("eviction");
        tellConsent();
        verdict.getElement().setAttribute("role", "status");
        evict.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
        evict.setDisableOnClick(true);
        Div content = new Div(facts.component());
        lease.known().forEach(content::add);
        content.add(needs, verdict, progress, after, ask);
        content.addClassName("content");
        add(content);
        getFooter().add(cancel, evict);
        atOnce.ifPresent(it -> getFooter().add(it.button()));
        setCloseOnOutsideClick(false);
        refresh();
    }

    private void tellConsent() {
        Optional<String> why = lease.needsConsent();
        evict.setText(why.isPresent() ? "Ask to evict" : "Evict this holder");
        needs.setText(why.orElse(""));
        needs.addClassNames("verdict", "needs-consent");
        needs.setVisible(why.isPresent());
    }

    /** Shows the present state. A final state stays shown. */
    void show(EvictionViewState look) {
        shown = shown != null && shown.isFinal() && !(shown instanceof NothingChanged)
                ? shown
                : look.eviction(shown).orElse(null);
        facts.show(look, shown == null && !isAtOnce());
        if (shown == null) {
            showBefore(look.standing());
        } else {
            showEviction(shown, look);
        }
    }

    private void refresh() {
        show(lease.look());
    }

    private boolean isAtOnce() {
        return atOnce.filter(EvictNow::isChosen).isPresent();
    }

    /** Shows that nothing was tried. The reason stays until the next click. */
    private void refuse(String sentence) {
        trouble = sentence;
        shown = null;
        refresh();
    }

    private void showBefore(Standing standing) {
        progress.setVisible(false);
        setHeaderTitle("Evict the holder of\n%s?".formatted(lock)); // on a telephone, a line of its own
        boolean holds = standing instanceof Standing.Holds;
        offer(holds, !(standing instanceof Standing.Ended));
        say(trouble == null ? DialogWords.before(standing) : trouble, "changed");
    }

    private void showEviction(EvictionState state, EvictionViewState look) {
        needs.setVisible(false);
        setHeaderTitle(DialogWords.title(state, lock));
        boolean again = state instanceof NothingChanged && look.standing() instanceof Standing.Holds;
        boolean marked = state instanceof EvictionState.Quarantine || state instanceof EvictionState.Unanswered;
        offer(again, again || marked);
        progress.show(state, look.standing());
        String late =
                look.unrecorded() ? " The audit does not have it yet: it is recorded as soon as MongoDB answers." : "";
        say(DialogWords.sentence(state) + late, tone(state));
        if (state.isFinal() && !(state instanceof NothingChanged) && after.getComponentCount() == 0) {
            offerAfter();
        }
    }

    /** What is of use once it is over: to inform others, and to look into it. */
    private void offerAfter() {
        LockId of = lease.lock().id();
        Anchor happened = new Anchor(IncidentAddress.around(lease.lock().now(), null), "What happened");
        Anchor entry = new Anchor("audit?lock=" + URLEncoder.encode(of.name(), StandardCharsets.UTF_8), "Audit entry");
        Span copied = new Span(getHeaderTitle() + ". " + verdict.getText());
        copied.addClassName("for-chat");
        after.addClassName("after");
        Button copy = CopyLink.text("Copy for chat", copied);
        copy.setText("Copy for chat");
        after.add(copy, copied, happened, entry);
        after.add(actions);
    }

    /** The usual way needs a holder that is not evicted yet; at once, one that is marked ends as well. */
    private void offer(boolean marking, boolean now) {
        boolean any = marking || (now && atOnce.isPresent());
        atOnce.ifPresent(it -> it.setLive(now));
        evict.setVisible((marking || shown == null) && !isAtOnce());
        evict.setEnabled(marking && (!dead.isVisible() || dead.isTyped()));
        dead.setEnabled(marking);
        ask.setVisible(any || shown == null);
        reason.setEnabled(any);
        cancel.setText(marking ? "Cancel" : "Close");
    }

    /** Evicts; the way at once needs the lock's name typed, which {@link EvictNow} checks. */
    private void evict(Way way) {
        trouble = null;
        String confirmed = way == Way.NOW || dead.isTyped() ? lease.lock().id().name() : "";
        reason.begin(
                words -> lease.start(words, confirmed, way, BrowserAddress.present(), this::refresh, this::refuse));
        refresh();
    }

    private void say(String sentence, String css) {
        verdict.setText(sentence.strip());
        verdict.setClassName("verdict " + css);
        verdict.setVisible(!sentence.isBlank());
    }

    private static String tone(EvictionState state) {
        return switch (state) {
            case EvictionState.AwaitsConsent awaits -> "";
            case EvictionState.Sent sent -> "";
            case EvictionState.Quarantine quarantine -> "done";
            case EvictionState.Stopped stopped -> "done";
            case EvictionState.Removed removed -> "done";
            case EvictionState.Watched watched -> "done";
            case EvictionState.NoLateWrite none -> "done";
            case EvictionState.HolderLives lives -> "changed";
            case NothingChanged nothing -> "changed";
            case EvictionState.Unconfirmed unconfirmed -> "changed";
            case EvictionState.Unanswered unanswered -> "changed";
            case EvictionState.NeverConfirmed never -> "changed";
            case EvictionState.Unknown unknown -> "changed";
        };
    }

    /**
     * The second way, for a process that is known to be dead: no quarantine, and the lock's name to type. While it is unfolded, its button
     * replaces the first way's in the dialog's footer, so that it cannot be clicked by mistake.
     */
    private static final class EvictNow extends NativeDetails {

        private final TypedName typed;
        private final Button evict = new Button("Evict now");
        private boolean live = true;

        /**
         * @param onEvict called once the name was typed, on a click
         * @param onToggle called when it was folded or unfolded
         */
        EvictNow(String lock, Runnable onEvict, Runnable onToggle) {
            super("The process is dead: evict now");
            typed = new TypedName("Type %s to confirm", lock, this::update);
            addClassName("evict-now");
            evict.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
            evict.addClickListener(click -> onEvict.run());
            Paragraph warning = new Paragraph(
                    "The lease is removed at once and the lock is handed to the next waiter, without time for the"
                            + " holder to stop. If the process still runs, two processes will believe that they hold"
                            + " the lock, and only the token keeps the first one out. Make sure that it is dead.");
            setContent(new Div(warning, typed));
            // A dialog moves the focus among focusable elements; a summary counts as one only with this.
            getSummary().getElement().setAttribute("tabindex", "0");
            addToggleListener(toggled -> {
                update();
                onToggle.run();
            });
            update();
        }

        /** The button of this way, for the dialog's footer. */
        Button button() {
            return evict;
        }

        /** Whether it was chosen and is possible. */
        boolean isChosen() {
            return live && isOpen();
        }

        /** Whether there is still something to evict. */
        void setLive(boolean live) {
            this.live = live;
            update();
        }

        private void update() {
            typed.setEnabled(live);
            evict.setVisible(isChosen());
            evict.setEnabled(typed.isTyped());
        }
    }
}

package io.lockkeeper.console.eviction;

import com.mongodb.MongoException;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.server.VaadinRequest;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.eviction.EvictionRequest.Way;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends one lease, the one that was on the screen: says what will happen, asks why, and then shows what happens. If the
 * lease ends meanwhile, it says who holds the lock now and does nothing.
 */
final class EvictionDialog extends Dialog {

    private final String lock;
    private final Holder seen;
    private final EvictionService service;
    private final LeaseFacts facts;
    private final ReasonField reason = new ReasonField();
    private final FreeNow freeNow;
    private final Div ask;
    private final ProgressSteps progress = new ProgressSteps();
    private final Div verdict = new Div();
    private final Button cancel = new Button("Cancel", click -> close());
    private final Button evict = new Button("Evict this holder", click -> evict(Way.MARK));
    private @Nullable Result result;
    private Standing standing;

    EvictionDialog(LockView lock, Holder seen, EvictionService service, List<LockView> held) {
        this.lock = lock.name();
        this.seen = seen;
        this.service = service;
        facts = new LeaseFacts(lock.name(), seen, held, service.quarantine());
        freeNow = new FreeNow(lock.name(), () -> evict(Way.NOW));
        ask = new Div(reason, freeNow);
        standing = new Standing.Holds(seen, false, lock.queue());
        addClassName("eviction");
        setHeaderTitle("Evict the holder of %s?".formatted(Words.visible(lock.name())));
        verdict.addClassName("verdict");
        verdict.getElement().setAttribute("role", "status");
        evict.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_ERROR);
        evict.setDisableOnClick(true);
        Div content = new Div(facts, verdict, ask, progress);
        content.addClassName("content");
        add(content);
        getFooter().add(cancel, evict);
        setCloseOnOutsideClick(false);
    }

    /** Shows where the lease stands now. */
    void show(Standing now) {
        standing = now;
        facts.show(now);
        if (result == null) {
            showBefore(now);
        } else {
            progress.show(now, result.outcome() == Outcome.ENDED);
        }
    }

    private void showBefore(Standing now) {
        boolean live = now instanceof Standing.Holds || now instanceof Standing.RanOut;
        boolean dead = now instanceof Standing.Ended;
        evict.setEnabled(live);
        freeNow.setLive(!dead);
        reason.setEnabled(!dead);
        say(Verdicts.before(now), live ? "" : "changed");
    }

    private void evict(Way way) {
        if (result != null || standing instanceof Standing.Ended) {
            return;
        }
        EvictionRequest request;
        try {
            request = new EvictionRequest(lock, seen, reason.text(), way, ip());
        } catch (IllegalArgumentException e) {
            reason.refuse(String.valueOf(e.getMessage()));
            evict.setEnabled(true);
            return;
        }
        send(request);
    }

    private void send(EvictionRequest request) {
        try {
            Result answer = service.evict(request);
            tell(answer);
        } catch (MongoException e) {
            say(
                    "This could not be recorded in the audit, so nothing was changed. MongoDB did not accept the record; try again when the badge says live.",
                    "changed");
            evict.setEnabled(true);
        }
    }

    private void tell(Result answer) {
        boolean changed = answer.outcome() == Outcome.MARKED || answer.outcome() == Outcome.ENDED;
        say(Verdicts.after(answer, lock), changed ? "done" : "changed");
        if (answer.outcome() == Outcome.FAILED) {
            evict.setEnabled(true);
            return;
        }
        result = answer;
        ask.setVisible(false);
        evict.setVisible(false);
        cancel.setText("Close");
        if (changed) {
            progress.begin();
            progress.show(standing, answer.outcome() == Outcome.ENDED);
        }
    }

    private void say(String sentence, String css) {
        verdict.setText(sentence);
        verdict.setClassName("verdict " + css);
        verdict.setVisible(!sentence.isEmpty());
    }

    private static String ip() {
        VaadinRequest request = VaadinRequest.getCurrent();
        return request == null ? "" : request.getRemoteAddr();
    }
}

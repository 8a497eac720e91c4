package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One waiter in the queue. It is updated in place. */
final class QueueEntry extends ListItem {

    private final Name who = styled(new Name(), "who");
    private final Name detail = styled(new Name(), "dim", "detail");
    private final Component since = Ticking.age(Instant.EPOCH);
    private final Div wait = styled(new Div(since), "waited");
    private final Span next = tag("next");
    private final Span gone = tag("no heartbeat");
    private final NativeButton takeOut = styled(new NativeButton("Take out…"), "take-out");
    private @Nullable Waiter shown;

    /** @param out takes this one out */
    QueueEntry(Consumer<Waiter> out) {
        takeOut.addClickListener(click -> Optional.ofNullable(shown).ifPresent(out));
        Div text = styled(new Div(who, detail), "text");
        wait.add(next, gone, takeOut);
        add(text, wait);
    }

    /** @param refusal why the user cannot take it out; empty if the user can */
    void show(QueuedWaiter facts, boolean isNext, String refusal) {
        Owner owner = facts.waiter().owner();
        shown = facts.waiter();
        takeOut.setEnabled(refusal.isEmpty());
        takeOut.setTitle(refusal);
        takeOut.setAriaLabel(Formats.visible(
                String.format(Locale.ROOT, "Take out %s %s pid %d", owner.service(), where(owner), owner.pid())));
        who.show(Formats.visible(
                String.format(Locale.ROOT, "%s · %s · %d", owner.service(), where(owner), owner.pid())));
        detail.show(Formats.visible(owner.thread() + note(owner)));
        Ticking.show(since, facts.waiter().since(), null);
        wait.setTitle("Waiting since " + Formats.exact(facts.waiter().since()));
        next.setVisible(isNext);
        gone.setVisible(!facts.alive());
        setClassName("next", isNext);
        setClassName("gone", !facts.alive());
    }

    private static Span tag(String word) {
        return styled(new Span(word), "tag");
    }

    private static String where(Owner owner) {
        return owner.instance().isEmpty() ? owner.host() : owner.instance();
    }

    private static String note(Owner owner) {
        String note = owner.note().isEmpty() ? "" : " · " + owner.note();
        return owner.details().isEmpty() ? note : note + " · " + owner.details();
    }
}

package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Holder;
import java.util.Locale;
import java.util.function.Consumer;

/** Which of a lock's holders is to be evicted. */
final class HolderChoice extends Dialog {

    private static final int SHOWN = 50;

    HolderChoice(LockView lock, Consumer<Holder> chosen) {
        addClassName("eviction");
        setHeaderTitle("Which holder of %s?".formatted(Formats.visible(lock.name())));
        Div choices = new Div();
        choices.addClassName("choices");
        lock.holders().stream()
                .limit(SHOWN)
                .map(holder -> choice(holder, chosen))
                .forEach(choices::add);
        int more = lock.holders().size() - SHOWN;
        if (more > 0) {
            choices.add(new Span(String.format(Locale.ROOT, "%,d more: choose one of them beside the list.", more)));
        }
        add(choices);
        getFooter().add(new Button("Cancel", click -> close()));
    }

    private Component choice(Holder holder, Consumer<Holder> chosen) {
        Span who = new Span(Formats.visible(Holders.words(holder.owner())));
        who.addClassName("who");
        Span more = new Span(
                new Span(holder.hasUses() ? "kept for " : "held for "), Ticking.age(holder.acquiredAt()), note(holder));
        more.addClassName("dim");
        NativeButton choice = new NativeButton();
        choice.add(who, more);
        choice.addClickListener(click -> {
            close();
            chosen.accept(holder);
        });
        return choice;
    }

    private static Span note(Holder holder) {
        String state = holder.evicted() == null ? "" : " · evicted";
        String note = holder.owner().note();
        return new Span(note.isEmpty() ? state : " · " + Formats.visible(note) + state);
    }
}

package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.ThreadStack;
import java.util.function.Consumer;

/** The stack of a slow holder's thread, as its agent took it; folded until opened. */
public final class StackFold extends Div {

    /**
     * @param open whether it is unfolded at first
     * @param toggled hears whether it is unfolded
     */
    public StackFold(ThreadStack stack, boolean open, Consumer<Boolean> toggled) {
        addClassName("stack");
        if (stack.hasEnded()) {
            add(new Span("The thread that acquired it had ended when its agent looked, "), taken(stack));
            addClassName("dim");
            return;
        }
        NativeDetails fold = new NativeDetails(new Div(new Span("Stack, "), taken(stack)), copied(text(stack)));
        fold.setOpen(open);
        fold.addToggleListener(event -> toggled.accept(event.isOpened()));
        add(fold);
    }

    private static Component copied(Component text) {
        Div all = new Div(CopyLink.text("Copy the stack", text), text);
        all.addClassName("stack-text");
        return all;
    }

    private static Component taken(ThreadStack stack) {
        return new Span(new Span("taken "), Ticking.age(stack.at()), new Span(" ago"));
    }

    /** The service's own frames stand out from those of its libraries. */
    private static Component text(ThreadStack stack) {
        Pre text = new Pre("%s at %s"
                .formatted(Formats.visible(stack.state()), Times.present().exact(stack.at())));
        for (String frame : stack.frames()) {
            Span line = new Span("\n" + Formats.visible(frame));
            line.addClassName(StackPlace.isOwn(frame) ? "own" : "library");
            text.add(line);
        }
        return text;
    }
}

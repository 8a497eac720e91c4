package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.ThreadStack;
import java.util.Set;
import java.util.stream.Collectors;

/** What the thread of a slow holder was doing when its agent looked, folded until somebody wants to know. */
final class StackFold extends Div {

    /** Where {@code unfolded} outlives this drawing: what was unfolded stays so while the lock is drawn anew. */
    StackFold(String acquirer, ThreadStack stack, Set<String> unfolded) {
        addClassName("stack");
        if (stack.hasEnded()) {
            add(new Span("The thread that acquired it had ended when its agent looked, "), taken(stack));
            addClassName("dim");
            return;
        }
        NativeDetails fold = new NativeDetails(new Div(new Span("Stack, "), taken(stack)), text(stack));
        fold.setOpen(unfolded.contains(acquirer));
        fold.addToggleListener(toggled -> {
            if (toggled.isOpened()) {
                unfolded.add(acquirer);
            } else {
                unfolded.remove(acquirer);
            }
        });
        add(fold);
    }

    private static Component taken(ThreadStack stack) {
        return new Span(new Span("taken "), Ticking.age(stack.at()), new Span(" ago"));
    }

    private static Component text(ThreadStack stack) {
        String frames = stack.frames().stream().map(Words::visible).collect(Collectors.joining("\n"));
        return new Pre("%s at %s%n%s".formatted(Words.visible(stack.state()), Words.exact(stack.at()), frames));
    }
}

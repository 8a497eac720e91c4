package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Ticking;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether an agent renews its leases in time, and by how much the most overdue renewal is late. */
final class RenewalCell extends Span {

    private final Span state = new Span();
    private final Component age = Ticking.age(Instant.EPOCH);
    private final Span ago = new Span();

    RenewalCell() {
        addClassName("renewals");
        add(state, age, ago);
    }

    void show(AgentActivity doing) {
        if (doing.lateSince() != null) {
            show("late by", doing.lateSince(), "", "Time since the renewal was due.");
        } else if (doing.oldestRenewal() != null) {
            show("", doing.oldestRenewal(), " ago", "Time since its oldest renewal.");
        } else {
            show("–", null, "", "");
        }
    }

    private void show(String word, @Nullable Instant since, String after, String meaning) {
        Components.text(state, word);
        Components.css(state, word.startsWith("late") ? "state renewal-late" : "dim");
        age.setVisible(since != null);
        if (since != null) {
            Ticking.show(age, since, null);
        }
        Components.text(ago, after);
        setTitle(meaning);
    }
}

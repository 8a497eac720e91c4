package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.watch.agents.AgentLife;
import java.time.Instant;

/** Whether an agent is alive, silent or unknown, and since when. It is updated in place. */
final class LifeWords extends Span {

    private final Span before = new Span();
    private final Component age = Ticking.age(Instant.EPOCH);
    private final Span after = new Span(" ago");

    LifeWords() {
        add(before, age, after);
    }

    void show(AgentLife life) {
        switch (life) {
            case AgentLife.Alive alive -> show("alive, last word ", alive.lastWord());
            case AgentLife.Silent silent -> show("silent for ", silent.since());
            case AgentLife.Unknown unknown -> Components.text(before, "unknown");
        }
        boolean silent = life instanceof AgentLife.Silent;
        boolean unknown = life instanceof AgentLife.Unknown;
        age.setVisible(!unknown);
        after.setVisible(life instanceof AgentLife.Alive);
        Components.css(this, "value" + (silent ? " state silent" : unknown ? " dim" : ""));
        setTitle(unknown ? "Neither its lease nor a document of its own tells whether it lives." : "");
    }

    private void show(String words, Instant lastWord) {
        Components.text(before, words);
        Ticking.show(age, lastWord, null);
    }
}

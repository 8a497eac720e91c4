package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Ticking;
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
            case AgentLife.Unknown unknown -> Draw.text(before, "unknown");
        }
        boolean silent = life instanceof AgentLife.Silent;
        boolean unknown = life instanceof AgentLife.Unknown;
        age.setVisible(!unknown);
        after.setVisible(life instanceof AgentLife.Alive);
        Draw.css(this, "value" + (silent ? " state silent" : unknown ? " dim" : ""));
        setTitle(unknown ? "Neither its lease nor a document of its own tells whether it lives." : "");
    }

    private void show(String words, Instant lastWord) {
        Draw.text(before, words);
        Ticking.show(age, lastWord, null);
    }
}

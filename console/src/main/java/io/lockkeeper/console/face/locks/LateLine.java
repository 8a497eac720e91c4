package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.watch.agents.LateWords;
import io.lockkeeper.model.LateAttempt;
import java.time.Instant;
import java.util.List;

/** Reports one process that still acts on the lock after losing it. */
final class LateLine extends Paragraph {

    private static final int SHOWN = 10;

    static List<String> sentences(List<LateAttempt> attempts, Instant now) {
        return attempts.stream()
                .limit(SHOWN)
                .map(attempt -> LateWords.sentence(attempt, now))
                .toList();
    }

    static List<Component> of(List<String> sentences) {
        return sentences.stream().<Component>map(LateLine::new).toList();
    }

    private LateLine(String sentence) {
        super(sentence);
        addClassName("late");
    }
}

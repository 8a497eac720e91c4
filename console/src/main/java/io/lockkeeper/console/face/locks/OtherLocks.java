package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The other locks held by the first holder's agent: those that an eviction leaves untouched, and a dead process blocks. */
final class OtherLocks extends Section {

    private static final int SHOWN = 30;

    private final RedrawnPanel<List<Other>> list = new RedrawnPanel<>(OtherLocks::list);

    OtherLocks() {
        addClassNames("card", "other-locks");
        add(new H2("Other locks of the same process"), list);
        setVisible(false);
    }

    record Other(LockId lock, Instant since, int waiters) {}

    static List<Other> of(LockFacts facts, ScopedBoard board) {
        return facts.alsoHeld().stream()
                .map(board::find)
                .flatMap(Optional::stream)
                .flatMap(lock -> held(lock, facts))
                .toList();
    }

    private static Stream<Other> held(Lock lock, LockFacts facts) {
        String agent = facts.holders().getFirst().holder().owner().agent();
        return lock.holders().stream()
                .filter(holder -> holder.owner().agent().equals(agent))
                .limit(1)
                .map(Holder::acquiredAt)
                .map(since -> new Other(new LockId(facts.id().source(), lock.name()), since, lock.waiters()));
    }

    void show(List<Other> others) {
        setVisible(!others.isEmpty());
        list.show(others);
    }

    private static List<Component> list(List<Other> others) {
        UnorderedList list = new UnorderedList();
        others.stream().limit(SHOWN).forEach(other -> list.add(item(other)));
        if (others.size() <= SHOWN) {
            return List.of(list);
        }
        return List.of(list, new Paragraph(String.format(Locale.ROOT, "and %,d more", others.size() - SHOWN)));
    }

    private static ListItem item(Other other) {
        Component link = Name.link(LockAddress.whole(other.lock()), other.lock().name());
        Span waiting = new Span(other.waiters() == 0 ? "" : String.format(Locale.ROOT, "%,d waiting", other.waiters()));
        waiting.addClassNames("num", "words");
        Span held = new Span(Ticking.age(other.since()));
        held.addClassName("clock");
        return new ListItem(link, waiting, held);
    }
}

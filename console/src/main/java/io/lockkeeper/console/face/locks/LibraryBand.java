package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.locks.ExpiryWords;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockSentence;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The holder of another library's lock, as far as its document names one; of several documents of one name, the holder of each. */
final class LibraryBand extends Div {

    private final Consumer<DialectLock> choose;
    private final RedrawnPanel<Shown> documents = new RedrawnPanel<>(this::draw);

    /** @param choose evicts the holder in one of several documents */
    LibraryBand(Consumer<DialectLock> choose) {
        this.choose = choose;
        addClassName("band");
        add(documents);
    }

    private record Shown(List<Told> documents, Dialect dialect, boolean choosable) {}

    /** A document at a moment: what only time changes counts in the browser. */
    private record Told(DialectLock lock, boolean taken, String ends) {}

    /** @param choosable whether the user may evict */
    void show(LockFacts facts, boolean choosable, Instant now) {
        List<Told> told = facts.library().stream()
                .map(it -> new Told(it, it.isTaken(now), ExpiryWords.of(it, now)))
                .toList();
        setVisible(!told.isEmpty() && facts.dialect().isPresent());
        facts.dialect().ifPresent(it -> documents.show(new Shown(told, it, choosable && told.size() > 1)));
    }

    private List<Component> draw(Shown shown) {
        Stream<Component> each = shown.documents().stream().map(told -> card(told, shown));
        return Stream.concat(Stream.of(new H3("Holder")), each).toList();
    }

    private Component card(Told told, Shown shown) {
        Div card = new Div();
        card.addClassName("facts");
        card.add(facts(told, shown.dialect()));
        if (shown.documents().size() > 1) {
            card.add(new Fact("Document", Fact.text(told.lock().document())));
        }
        if (shown.choosable() && told.taken()) {
            Button evict = new Button("Evict this holder…", click -> choose.accept(told.lock()));
            evict.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
            evict.addClassName("choose");
            evict.setAriaLabel("Evict this holder: " + LockSentence.holders(told.lock()));
            card.add(evict);
        }
        return card;
    }

    private static List<Component> facts(Told told, Dialect dialect) {
        DialectLock lock = told.lock();
        if (!lock.isReadable()) {
            return List.of(
                    new Fact("Holder", Fact.unknown("This console cannot read the document.")),
                    new Fact("Why", Fact.text(lock.damage())));
        }
        List<Component> facts = new ArrayList<>();
        facts.add(new Fact("Holder", told.taken() ? Fact.text(LockSentence.holders(lock)) : new Span("none")));
        if (told.taken()) {
            facts.add(new Fact(
                    "Held for", lock.acquired().map(Ticking::age).orElseGet(() -> Fact.unknown(Formats.UNTOLD))));
            facts.add(new Fact("Last renewal", renewal(lock, dialect)));
            facts.add(new Fact("Ends", Fact.text(told.ends())));
        }
        facts.add(new Fact(
                "Token",
                lock.fence().isPresent()
                        ? Components.span("num", Long.toString(lock.fence().getAsLong()))
                        : Fact.text("the library has none")));
        return facts;
    }

    private static Component renewal(DialectLock lock, Dialect dialect) {
        if (lock.heartbeat().isPresent()) {
            return new Span(Ticking.age(lock.heartbeat().get()), new Span(" ago"));
        }
        return Fact.unknown(dialect.tellsRenewals() ? Formats.UNTOLD : "The library writes no time of its renewals.");
    }
}

package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Released;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The holders of a lock: how long they have held it, whether their agents live, and what else they hold. It is updated in place. */
final class HolderBand extends Div {

    private static final int SHOWN_HOLDERS = 50;
    private static final int SHOWN_LINKS = 12;

    private final H3 title = new H3();
    private final Paragraph nobody = new Paragraph();
    private final Div cards = new Div();
    private final RedrawnPanel<Optional<Released>> lastEviction = new RedrawnPanel<>(LastLease::evicted);
    private final RedrawnPanel<List<LockId>> alsoHeld = new RedrawnPanel<>(HolderBand::alsoHeld);
    private final ShowMoreButton more = new ShowMoreButton(SHOWN_HOLDERS, this::draw);
    private final KeyedRows<String, HolderFacts, HolderCard> rows;
    private final Predicate<LockId> allowed;
    private @Nullable LockFacts shown;

    /**
     * @param allowed whether the user may evict from a lock
     * @param choose evicts one of several holders
     */
    HolderBand(Predicate<LockId> allowed, Consumer<Holder> choose) {
        this.allowed = allowed;
        rows = new KeyedRows<>(
                cards,
                facts -> facts.holder().acquirer(),
                () -> new HolderCard(choose),
                (card, facts) -> card.show(facts, isChoosable()));
        addClassName("band");
        alsoHeld.addClassName("also");
        add(title, nobody, cards, more, lastEviction, alsoHeld);
    }

    /** Shows the first holders again, for another lock. */
    void reset() {
        more.reset();
    }

    void show(LockFacts facts) {
        shown = facts;
        draw();
    }

    private void draw() {
        LockFacts facts = shown;
        if (facts == null) {
            return;
        }
        List<HolderFacts> holders = facts.holders();
        Components.text(
                title, holders.size() > 1 ? String.format(Locale.ROOT, "Holders (%d)", holders.size()) : "Holder");
        nobody.setVisible(holders.isEmpty());
        Components.text(nobody, holders.isEmpty() ? LastLease.nobody(facts) : "");
        rows.show(holders.subList(0, more.of(holders.size())));
        lastEviction.show(Optional.ofNullable(facts.released()).filter(last -> holders.isEmpty()));
        alsoHeld.show(facts.alsoHeld().stream()
                .map(name -> new LockId(facts.id().source(), name))
                .toList());
    }

    private boolean isChoosable() {
        return shown != null && shown.holders().size() > 1 && allowed.test(shown.id());
    }

    private static List<Component> alsoHeld(List<LockId> names) {
        if (names.isEmpty()) {
            return List.of();
        }
        Div links = new Div(new Span("Also holds "));
        names.stream().limit(SHOWN_LINKS).forEach(held -> {
            Anchor link = new Anchor(LockAddress.page(held), Formats.visible(held.name()));
            link.setRouterIgnore(false);
            links.add(link, new Span(" "));
        });
        if (names.size() > SHOWN_LINKS) {
            links.add(new Span(String.format(Locale.ROOT, "and %,d more", names.size() - SHOWN_LINKS)));
        }
        return List.of(links);
    }

    /** Words about the lease that ended last. */
    private static final class LastLease {

        private LastLease() {}

        /** Why the lock has no holder. */
        static String nobody(LockFacts facts) {
            if (facts.damage() != null) {
                return "This document is no lock document: %s. Agents refuse this lock; mend or remove the document in MongoDB."
                        .formatted(Formats.visible(facts.damage()));
            }
            if (facts.state() == LockState.NOT_KEPT) {
                return "This console has no room for this lock, so it does not know who holds it. Nothing is wrong with the lock.";
            }
            Released last = facts.released();
            return last == null
                    ? "No one holds this lock."
                    : "No one holds this lock. It was last held by %s until %s."
                            .formatted(last.owner().service(), Times.present().exact(last.at()));
        }

        /** How it ended, if it was evicted. */
        static List<Component> evicted(Optional<Released> released) {
            return released.filter(last -> last.evicted() != null)
                    .map(LastLease::eviction)
                    .map(List::of)
                    .orElse(List.of());
        }

        private static Component eviction(Released last) {
            Eviction mark = Objects.requireNonNull(last.evicted(), "filtered");
            EvictionState state = EvictionState.of(last).orElseThrow();
            Span outcome = new Span(EvictionWords.brief(state));
            outcome.setClassName("outcome " + EvictionWords.css(state));
            Div line = new Div(
                    outcome,
                    new Paragraph("%s · %s was evicted by %s at %s: %s. %s"
                            .formatted(
                                    Formats.visible(last.owner().service()),
                                    Formats.visible(last.owner().instance()),
                                    Formats.visible(mark.by()),
                                    Times.present().clock(mark.at()),
                                    Formats.visible(mark.reason()),
                                    EvictionWords.meaning(state))));
            line.addClassName("last-eviction");
            return line;
        }
    }
}

package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.RouterLink;
import io.lockkeeper.console.agents.AgentLife;
import io.lockkeeper.console.board.EvictionState;
import io.lockkeeper.console.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.shell.EvictionWords;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.More;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who holds a lock, for how long, whether its agent lives, and what else it holds. */
final class HolderBand extends Div {

    private static final int SHOWN_LINKS = 12;

    /**
     * @param unfolded keeps whose stack is to be seen
     * @param more keeps how many of the holders are shown
     * @param choose evicts one of several holders, or null where the user may not
     */
    HolderBand(LockFacts facts, Set<String> unfolded, More more, @Nullable Consumer<Holder> choose) {
        addClassName("band");
        add(new H3(
                facts.holders().size() > 1
                        ? "Holders (%d)".formatted(facts.holders().size())
                        : "Holder"));
        if (facts.holders().isEmpty()) {
            add(nobody(facts));
        }
        boolean several = facts.holders().size() > 1;
        facts.holders().stream()
                .limit(more.of(facts.holders().size()))
                .forEach(holder -> add(card(holder, unfolded, several ? choose : null)));
        add(more);
        endOfAnEviction(facts).ifPresent(this::add);
        if (!facts.alsoHeld().isEmpty()) {
            add(alsoHeld(facts.alsoHeld()));
        }
    }

    private static Component nobody(LockFacts facts) {
        if (facts.damage() != null) {
            return new Paragraph(
                    "This document is no lock document: %s. Agents refuse this lock; mend or remove the document in MongoDB."
                            .formatted(Words.visible(facts.damage())));
        }
        return new Paragraph(
                facts.released() == null
                        ? "Nobody holds this lock."
                        : "Nobody holds this lock. It was last held by %s until %s."
                                .formatted(
                                        facts.released().owner().service(),
                                        Words.exact(facts.released().at())));
    }

    /** How the lease before ended, if somebody evicted it. */
    private static Optional<Component> endOfAnEviction(LockFacts facts) {
        Released last = facts.released();
        Eviction mark = last == null ? null : last.evicted();
        if (last == null || mark == null) {
            return Optional.empty();
        }
        EvictionState state = EvictionState.of(last).orElseThrow();
        Div line = new Div(
                eviction(state),
                new Paragraph("%s · %s was evicted by %s at %s: %s. %s"
                        .formatted(
                                Words.visible(last.owner().service()),
                                Words.visible(last.owner().instance()),
                                Words.visible(mark.by()),
                                Words.clock(mark.at()) + " UTC",
                                Words.visible(mark.reason()),
                                EvictionWords.meaning(state))));
        line.addClassName("last-eviction");
        return Optional.of(line);
    }

    private static Span eviction(EvictionState state) {
        Span word = new Span(EvictionWords.brief(state));
        word.setClassName("outcome " + EvictionWords.css(state));
        return word;
    }

    private static Component card(HolderFacts facts, Set<String> unfolded, @Nullable Consumer<Holder> choose) {
        Holder holder = facts.holder();
        Owner owner = holder.owner();
        Div card = new Div();
        card.addClassName("facts");
        card.add(fact("Service", text(owner.service())));
        card.add(fact("Instance", text(owner.instance())));
        card.add(fact("Host", text(owner.host())));
        card.add(fact("Process", text(Long.toString(owner.pid()))));
        card.add(fact("Thread", text(owner.thread())));
        if (!owner.note().isEmpty()) {
            card.add(fact("Note", text(owner.note())));
        }
        if (!owner.details().isEmpty()) {
            card.add(fact("Details", details(owner.details())));
        }
        card.add(fact("Held for", heldFor(holder)));
        card.add(fact("Agent", life(facts.life())));
        card.add(fact(leftLabel(facts), left(facts)));
        card.add(fact("Last renewal", touch(facts)));
        card.add(fact("Token", number(holder.token())));
        if (holder.evicted() != null && facts.eviction() != null) {
            card.add(fact("Evicted", evicted(holder.evicted())));
            card.add(fact("", meaning(facts.eviction())));
        }
        if (holder.stack() != null) {
            card.add(new StackFold(holder.acquirer(), holder.stack(), unfolded));
        }
        if (choose != null) {
            card.add(chooser(facts, choose));
        }
        return card;
    }

    private static Component chooser(HolderFacts facts, Consumer<Holder> choose) {
        Holder holder = facts.holder();
        Button button = new Button(
                facts.eviction() == null ? "Evict this holder…" : "Show the eviction…", click -> choose.accept(holder));
        button.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
        button.setAriaLabel("%s %s %s pid %d"
                .formatted(
                        button.getText(),
                        holder.owner().service(),
                        holder.owner().instance(),
                        holder.owner().pid()));
        button.addClassName("choose");
        return button;
    }

    private static Component life(AgentLife life) {
        return switch (life) {
            case AgentLife.Alive alive ->
                new Span(new Span("alive, last word "), Ticking.age(alive.lastWord()), new Span(" ago"));
            case AgentLife.Silent silent -> {
                Span words = new Span(new Span("silent for "), Ticking.age(silent.lastWord()));
                words.addClassNames("state", "silent");
                yield words;
            }
            case AgentLife.Unknown unknown -> {
                Span words = new Span("unknown");
                words.addClassName("dim");
                words.setTitle("Neither its lease nor a document of its own tells whether it lives.");
                yield words;
            }
        };
    }

    private static String leftLabel(HolderFacts facts) {
        if (facts.eviction() instanceof EvictionState.Quarantine) {
            return "Quarantine";
        }
        return facts.live() ? "Expires in" : "Expired";
    }

    /** Under one label of the console's own, so that no caller's key can pass for a fact that the console knows. */
    private static Component details(Details details) {
        Div lines = new Div();
        details.values().forEach((key, value) -> {
            Span name = new Span(Words.visible(key) + " ");
            name.addClassName("dim");
            lines.add(new Div(name, text(value)));
        });
        return lines;
    }

    private static Component left(HolderFacts facts) {
        Holder holder = facts.holder();
        if (facts.eviction() instanceof EvictionState.Quarantine quarantine) {
            return Ticking.left(quarantine.mark().at(), quarantine.mark().until(), "evicted");
        }
        String css = facts.eviction() != null ? "unanswered" : facts.late() ? "renewal-late" : "held";
        return Ticking.left(holder.updatedAt(), holder.expiresAt(), facts.live() ? css : "expired");
    }

    /** Counts on while the page is open. Beside it, once the lease was renewed: how long the lock was held at the last renewal. */
    private static Component heldFor(Holder holder) {
        Span held = new Span(Ticking.age(holder.acquiredAt(), holder.expiresAt()));
        if (holder.heldFor().toSeconds() > 0) {
            Span renewed = new Span(" (%s at the last renewal)".formatted(Words.duration(holder.heldFor())));
            renewed.addClassName("dim");
            held.add(renewed);
        }
        return held;
    }

    private static Component touch(HolderFacts facts) {
        Span touch = new Span(Ticking.age(facts.holder().updatedAt()), new Span(" ago"));
        if (facts.live() && facts.late()) {
            Span late = new Span("renewal late");
            late.addClassNames("state", "renewal-late");
            touch.add(new Span(" "), late);
        }
        return touch;
    }

    private static Component evicted(Eviction mark) {
        return text("by %s at %s UTC: %s".formatted(mark.by(), Words.clock(mark.at()), mark.reason()));
    }

    private static Component meaning(EvictionState state) {
        Span meaning = new Span(EvictionWords.meaning(state));
        meaning.addClassName("dim");
        return meaning;
    }

    private static Component alsoHeld(List<String> names) {
        Div links = new Div(new Span("Also holds "));
        links.addClassName("also");
        names.stream().limit(SHOWN_LINKS).forEach(name -> {
            RouterLink link = new RouterLink(Words.visible(name), LocksView.class, LockAddress.of(name));
            links.add(link, new Span(" "));
        });
        if (names.size() > SHOWN_LINKS) {
            links.add(new Span("and %,d more".formatted(names.size() - SHOWN_LINKS)));
        }
        return links;
    }

    private static Component fact(String name, Component value) {
        Span label = new Span(name);
        label.addClassName("label");
        value.addClassName("value");
        Div fact = new Div(label, value);
        fact.addClassName("fact");
        return fact;
    }

    private static Component number(long number) {
        Span value = new Span(Long.toString(number));
        value.addClassName("num");
        return value;
    }

    private static Component text(String text) {
        Span value = new Span(Words.visible(text));
        value.getElement().setAttribute("dir", "auto");
        value.setTitle(Words.visible(text));
        return value;
    }
}

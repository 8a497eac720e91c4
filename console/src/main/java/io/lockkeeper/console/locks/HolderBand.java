package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.RouterLink;
import io.lockkeeper.console.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.More;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import java.util.List;
import java.util.Set;

/** Who holds a lock, for how long, whether its agent lives, and what else it holds. */
final class HolderBand extends Div {

    private static final int SHOWN_LINKS = 12;

    /**
     * @param unfolded keeps whose stack is to be seen
     * @param more keeps how many of the holders are shown
     */
    HolderBand(LockFacts facts, Set<String> unfolded, More more) {
        addClassName("band");
        add(new H3(
                facts.holders().size() > 1
                        ? "Holders (%d)".formatted(facts.holders().size())
                        : "Holder"));
        if (facts.holders().isEmpty()) {
            add(nobody(facts));
        }
        facts.holders().stream().limit(more.of(facts.holders().size())).forEach(holder -> add(card(holder, unfolded)));
        add(more);
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

    private static Component card(HolderFacts facts, Set<String> unfolded) {
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
        card.add(fact(facts.live() ? "Time left" : "Ran out", left(facts)));
        card.add(fact("Last touch", touch(facts)));
        card.add(fact("Token", number(holder.token())));
        if (holder.evicted() != null) {
            card.add(fact("Evicted", evicted(holder.evicted())));
        }
        if (holder.stack() != null) {
            card.add(new StackFold(holder.acquirer(), holder.stack(), unfolded));
        }
        return card;
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
        String css = holder.evicted() != null ? "evicted" : facts.late() ? "renewal-late" : "held";
        return Ticking.left(holder.updatedAt(), holder.expiresAt(), facts.live() ? css : "expired");
    }

    /** The time goes on while one looks; what the holder's touches prove of it, once it was touched, is said beside. */
    private static Component heldFor(Holder holder) {
        Span held = new Span(Ticking.age(holder.acquiredAt(), holder.expiresAt()));
        if (holder.heldFor().toSeconds() > 0) {
            Span proven = new Span(" (%s proven by touches)".formatted(Words.duration(holder.heldFor())));
            proven.addClassName("dim");
            held.add(proven);
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

    private static Component evicted(Eviction eviction) {
        return text("by %s at %s: %s"
                .formatted(Words.visible(eviction.by()), Words.clock(eviction.at()), Words.visible(eviction.reason())));
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

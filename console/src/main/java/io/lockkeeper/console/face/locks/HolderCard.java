package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ask.locks.KeptWords;
import io.lockkeeper.console.ask.locks.LockFacts.HolderFacts;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.StackFold;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LatestUse;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.ThreadStack;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One lease of a lock. It is updated in place: what the user reads, selects or points at stays where it is. */
final class HolderCard extends Div {

    private final RedrawnPanel<Owner> owner = new RedrawnPanel<>(OwnerFacts::of);
    private final Component held = Ticking.age(Instant.EPOCH);
    private final Span renewed = styled(new Span(), "dim");
    private final Fact time = new Fact("Held for", new Span(held, renewed));
    private final Span uses = new Span();
    private final Component keeping = Ticking.age(Instant.EPOCH);
    private final Fact kept = new Fact("Kept for", new Span(keeping, uses));
    private final LifeWords life = new LifeWords();
    private final Component left = Ticking.left(Instant.EPOCH, Instant.EPOCH, "held");
    private final Fact end = new Fact("Expires in", left);
    private final Component touched = Ticking.age(Instant.EPOCH);
    private final Span late = styled(new Span("renewal late"), "state", "renewal-late");
    private final Span token = styled(new Span(), "num");
    private final RedrawnPanel<Optional<Mark>> eviction = new RedrawnPanel<>(HolderCard::marked);
    private final RedrawnPanel<Optional<ThreadStack>> stack = new RedrawnPanel<>(this::folded);
    private final Button evict = styled(new Button(), "choose");
    private @Nullable Holder shown;
    private boolean unfolded;

    private record Mark(Eviction eviction, EvictionState state) {}

    /** @param choose evicts this one of several holders */
    HolderCard(Consumer<Holder> choose) {
        addClassName("facts");
        evict.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
        evict.addClickListener(click -> Optional.ofNullable(shown).ifPresent(choose));
        List.of(owner, eviction, stack).forEach(part -> part.addClassName("group"));
        add(
                owner,
                time,
                kept,
                new Fact("Agent", life),
                end,
                new Fact("Last renewal", new Span(touched, new Span(" ago "), late)),
                new Fact("Token", token),
                eviction,
                stack,
                evict);
    }

    /** @param choosable whether this one can be chosen for eviction among several */
    void show(HolderFacts facts, boolean choosable) {
        Holder holder = facts.holder();
        shown = holder;
        owner.show(holder.user());
        showHeld(holder);
        life.show(facts.life());
        showEnd(facts);
        Ticking.show(touched, holder.updatedAt(), null);
        late.setVisible(facts.live() && facts.late());
        Components.text(token, Long.toString(holder.token()));
        eviction.show(mark(facts));
        stack.show(holder.stackOfHold());
        evict.setVisible(choosable);
        showChooser(facts);
    }

    /** The time held, which counts on while the page is open, and beside it, once the lease was renewed, that at the last renewal. */
    private void showHeld(Holder holder) {
        kept.setVisible(holder.hasUses());
        if (holder.hasUses()) {
            showUses(holder);
            return;
        }
        time.rename("Held for");
        Ticking.show(held, holder.acquiredAt(), holder.expiresAt());
        boolean once = holder.heldFor().toSeconds() > 0;
        Components.text(renewed, once ? " (%s at the last renewal)".formatted(Formats.duration(holder.heldFor())) : "");
    }

    /** Shows a kept lease's present use as of the last renewal, or since when there is none, and the number of uses. */
    private void showUses(Holder holder) {
        LatestUse use = holder.use();
        time.rename(use != null && use.idle() ? "Idle for" : "In use for");
        Ticking.show(held, use == null ? holder.acquiredAt() : use.since(), holder.expiresAt());
        Components.text(
                renewed, use == null ? " at most, or idle: unknown until its next renewal" : " as of the last renewal");
        Ticking.show(keeping, holder.acquiredAt(), holder.expiresAt());
        Components.text(uses, " (%s)".formatted(KeptWords.uses(holder)));
    }

    private void showEnd(HolderFacts facts) {
        Holder holder = facts.holder();
        if (facts.eviction() instanceof EvictionState.Quarantine quarantine) {
            end.rename("Quarantine");
            Ticking.show(left, quarantine.mark().at(), quarantine.mark().until(), "value evicted");
            return;
        }
        end.rename(facts.live() ? "Expires in" : "Expired");
        String css = facts.eviction() != null ? "unanswered" : facts.late() ? "renewal-late" : "held";
        Ticking.show(left, holder.updatedAt(), holder.expiresAt(), "value " + (facts.live() ? css : "expired"));
    }

    private void showChooser(HolderFacts facts) {
        Owner who = facts.holder().user();
        evict.setText(facts.eviction() == null ? "Evict this holder…" : "Show the eviction…");
        evict.setAriaLabel(String.format(
                Locale.ROOT, "%s %s %s pid %d", evict.getText(), who.service(), who.instance(), who.pid()));
    }

    private static Optional<Mark> mark(HolderFacts facts) {
        Eviction mark = facts.holder().evicted();
        EvictionState state = facts.eviction();
        return mark == null || state == null ? Optional.empty() : Optional.of(new Mark(mark, state));
    }

    private static List<Component> marked(Optional<Mark> mark) {
        return mark.map(it -> {
                    Eviction made = it.eviction();
                    Span meaning = styled(new Span(EvictionWords.meaning(it.state())), "dim");
                    String words = "by %s at %s: %s"
                            .formatted(made.by(), Times.present().clock(made.at()), made.reason());
                    return List.<Component>of(new Fact("Evicted", Fact.text(words)), new Fact("", meaning));
                })
                .orElse(List.of());
    }

    /** A newer stack replaces it, and stays unfolded. */
    private List<Component> folded(Optional<ThreadStack> taken) {
        return taken.map(it -> List.<Component>of(new StackFold(it, unfolded, open -> unfolded = open)))
                .orElse(List.of());
    }

    /** Whether an agent is alive, silent or unknown, and since when. It is updated in place. */
    private static final class LifeWords extends Span {

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

    /** The facts about the owner of a lease, line by line. */
    private static final class OwnerFacts {

        private OwnerFacts() {}

        static List<Component> of(Owner owner) {
            List<Component> facts = new ArrayList<>();
            facts.add(new Fact("Service", Fact.text(owner.service())));
            facts.add(new Fact("Instance", Fact.text(owner.instance())));
            facts.add(new Fact("Host", Fact.text(owner.host())));
            facts.add(new Fact("Process", Fact.text(Long.toString(owner.pid()))));
            facts.add(new Fact("Thread", Fact.text(owner.thread())));
            if (!owner.note().isEmpty()) {
                facts.add(new Fact("Note", Fact.text(owner.note())));
            }
            if (!owner.details().isEmpty()) {
                facts.add(new Fact("Details", details(owner.details())));
            }
            return facts;
        }

        /** The details under one label, so that no caller's key can pose as one of the console's own facts. */
        private static Component details(Details details) {
            Div lines = new Div();
            details.values().forEach((key, value) -> {
                lines.add(new Div(styled(new Span(Formats.visible(key) + " "), "dim"), Fact.text(value)));
            });
            return lines;
        }
    }
}

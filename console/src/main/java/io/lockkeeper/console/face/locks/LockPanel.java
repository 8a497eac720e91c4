package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.RouterLink;
import io.lockkeeper.console.act.eviction.PauseBar;
import io.lockkeeper.console.act.eviction.PauseDialogs;
import io.lockkeeper.console.act.eviction.QueueBand;
import io.lockkeeper.console.act.eviction.TakeOutDialogs;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.board.LockState;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One lock beside the list: who holds it, who waits, and the way to evict. */
final class LockPanel extends Section {

    private final H2 name = new H2();
    private final Span state = new Span();
    private final Span token = new Span();
    private final Div bands = new Div();
    private final RouterLink whole = new RouterLink();
    private final RedrawnPanel<Optional<LockState>> nothing = new RedrawnPanel<>(NoLock::because);
    private final HolderBand holders;
    private final QueueBand queue;
    private final Paragraph sentence = new Paragraph();
    private final RedrawnPanel<List<Kind>> found = new RedrawnPanel<>(FoundLine::of);
    private final Anchor waits = new Anchor();
    private final HistoryBand history = new HistoryBand();
    private final EvictFoot foot;
    private final PauseBar pause;
    private @Nullable LockFacts drawn;

    /**
     * @param refusal why the user cannot evict; empty if the user can
     * @param choose evicts the one holder chosen of several
     */
    LockPanel(
            String refusal,
            PauseDialogs pauses,
            TakeOutDialogs takeOuts,
            Runnable close,
            Runnable onEvict,
            Consumer<Holder> choose) {
        queue = new QueueBand(takeOuts);
        pause = new PauseBar(pauses);
        holders = new HolderBand(refusal.isEmpty(), choose);
        addClassName("lock-panel");
        setAriaLabel("The lock");
        token.addClassNames("num", "dim");
        bands.addClassName("bands");
        nothing.addClassNames("band", "nothing");
        bands.add(nothing, holders, queue, history);
        foot = new EvictFoot(refusal, onEvict);
        Div actions = new Div(foot, pause);
        actions.addClassName("actions");
        add(head(close), bands, actions);
    }

    void show(LockFacts facts) {
        if (facts.equals(drawn)) {
            return;
        }
        boolean another = drawn == null || !drawn.name().equals(facts.name());
        if (another) {
            holders.reset();
            queue.reset();
        }
        drawn = facts;
        Components.text(name, Formats.name(facts.name()));
        if (another) {
            whole.setRoute(LockPage.class, LockAddress.of(facts.name()));
        }
        Components.text(token, facts.token() == 0 ? "" : "last token " + facts.token());
        boolean there = facts.isThere();
        List.of(foot, pause, holders, queue, history).forEach(part -> part.setVisible(there));
        nothing.show(there ? Optional.empty() : Optional.of(facts.state()));
        if (there) {
            holders.show(facts);
            queue.show(LockId.first(facts.name()), facts.queue());
            foot.show(facts);
            pause.show(LockId.first(facts.name()), facts.paused());
        }
    }

    /** What is known about the lock beyond its document. */
    void tell(LockFacts facts, String words, List<Finding> wrong, LockStory story, Instant now) {
        ShownState.of(facts.state(), wrong).drawAtLength(state);
        found.show(FoundLine.kinds(wrong));
        sentence.setVisible(!words.isEmpty());
        Components.text(sentence, words);
        history.show(story, now);
    }

    /** What there is to see beyond the lock's own holders and queue; empty for nothing. */
    void beyond(String lock, Optional<String> words) {
        waits.setVisible(words.isPresent());
        Components.text(waits, words.map(it -> "Waits: " + it).orElse(""));
        String address = LockAddress.waits(LockId.first(lock));
        if (!address.equals(waits.getHref())) {
            waits.setHref(address);
        }
    }

    private Component head(Runnable close) {
        Button shut = new Button(VaadinIcon.CLOSE_SMALL.create(), click -> close.run());
        shut.addThemeVariants(ButtonVariant.LUMO_TERTIARY_INLINE, ButtonVariant.LUMO_SMALL);
        shut.setAriaLabel("Close");
        Div title = new Div(name, new Div(whole(), CopyLink.button(), shut));
        title.addClassName("title");
        Div line = new Div(state, token);
        line.addClassName("line");
        sentence.addClassName("sentence");
        sentence.setVisible(false);
        waits.addClassName("waits-line");
        waits.getElement().setAttribute("router-link", true);
        waits.setVisible(false);
        Div head = new Div(title, line, found, sentence, waits);
        head.addClassName("head");
        return head;
    }

    private Component whole() {
        whole.add(VaadinIcon.EXPAND_SQUARE.create());
        whole.addClassName("whole");
        whole.getElement().setAttribute("aria-label", "Open this lock on a page of its own");
        whole.getElement().setAttribute("title", "Open this lock on a page of its own");
        return whole;
    }
}

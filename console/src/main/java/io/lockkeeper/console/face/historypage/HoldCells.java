package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.holds.HeldThen;
import io.lockkeeper.console.remember.holds.HoldRecord;
import java.util.List;
import java.util.Optional;

/** The cells of a row about another library's lock; facts that its document lacks are shown as unknown. */
final class HoldCells {

    private HoldCells() {}

    static List<Component> of(PastEntry.OfHold entry) {
        HeldThen held = entry.held();
        return List.of(lock(held), holder(held), since(held), lasted(entry), ended(held), waiting());
    }

    private static Component lock(HeldThen held) {
        Component link = Name.link(LockAddress.page(new LockId(held.source(), held.lock())), held.lock());
        String collection = held.source().substring(0, held.source().lastIndexOf('/'));
        return PastRow.pair(link, Components.span("dim", collection));
    }

    private static Component holder(HeldThen held) {
        return held.holder().isEmpty()
                ? PastRow.pair(Components.span("", "unknown"), Components.span("dim", "Its document does not tell."))
                : PastRow.pair(new Name(Formats.visible(held.holder())));
    }

    private static Component since(HeldThen held) {
        Span at = Components.span("num", Times.present().seconds(held.since()));
        at.setTitle(Formats.exact(held.since()));
        return at;
    }

    /** For a moment: how long it had been held by then, and in total. */
    private static Component lasted(PastEntry.OfHold entry) {
        HoldRecord hold = entry.held().hold();
        Optional<String> whole =
                Optional.ofNullable(hold).flatMap(HoldRecord::held).map(Formats::lasted);
        if (!entry.ofMoment()) {
            return Components.span("num", whole.orElse(hold == null ? "still held" : "unknown"));
        }
        Component then = PastRow.age(entry.since(), entry.moment());
        return whole.isEmpty() ? then : PastRow.pair(then, Components.span("num dim", "of " + whole.get()));
    }

    private static Component ended(HeldThen held) {
        HoldRecord hold = held.hold();
        String how = hold == null ? "held" : hold.ending();
        Span ending = Components.span("ending " + (hold == null ? how : hold.endingCss()), how);
        return hold == null
                ? PastRow.pair(ending)
                : PastRow.pair(
                        ending, Components.span("dim num", Times.present().seconds(hold.until())));
    }

    private static Component waiting() {
        Span unknown = Components.span("dim", "unknown");
        unknown.setTitle("Its document does not tell who waits.");
        return unknown;
    }
}

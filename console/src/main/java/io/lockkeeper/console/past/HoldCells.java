package io.lockkeeper.console.past;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.holds.HeldThen;
import io.lockkeeper.console.holds.HoldRecord;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.Name;
import io.lockkeeper.console.shell.Times;
import io.lockkeeper.console.shell.Words;
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
        Component link = Name.link(LockAddress.inSource(held.source(), held.lock()), held.lock());
        String collection = held.source().substring(0, held.source().lastIndexOf('/'));
        return PastRow.pair(link, Draw.span("dim", collection));
    }

    private static Component holder(HeldThen held) {
        return held.holder().isEmpty()
                ? PastRow.pair(Draw.span("", "unknown"), Draw.span("dim", "Its document does not tell."))
                : PastRow.pair(new Name(Words.visible(held.holder())));
    }

    private static Component since(HeldThen held) {
        Span at = Draw.span("num", Times.present().seconds(held.since()));
        at.setTitle(Words.exact(held.since()));
        return at;
    }

    /** For a moment: how long it had been held by then, and in total. */
    private static Component lasted(PastEntry.OfHold entry) {
        HoldRecord hold = entry.held().hold();
        Optional<String> whole =
                Optional.ofNullable(hold).flatMap(HoldRecord::held).map(Words::lasted);
        if (!entry.ofMoment()) {
            return Draw.span("num", whole.orElse(hold == null ? "still held" : "unknown"));
        }
        Component then = PastRow.age(entry.since(), entry.moment());
        return whole.isEmpty() ? then : PastRow.pair(then, Draw.span("num dim", "of " + whole.get()));
    }

    private static Component ended(HeldThen held) {
        HoldRecord hold = held.hold();
        String how = hold == null ? "held" : hold.ending();
        Span ending = Draw.span("ending " + (hold == null ? how : hold.endingCss()), how);
        return hold == null
                ? PastRow.pair(ending)
                : PastRow.pair(ending, Draw.span("dim num", Times.present().seconds(hold.until())));
    }

    private static Component waiting() {
        Span unknown = Draw.span("dim", "unknown");
        unknown.setTitle("Its document does not tell who waits.");
        return unknown;
    }
}

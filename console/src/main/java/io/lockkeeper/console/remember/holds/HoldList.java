package io.lockkeeper.console.remember.holds;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;
import java.util.Locale;

/** The last holds of a lock, the latest first: when each ended, who had it, for how long, and how it ended. */
public final class HoldList extends Section {

    private final RedrawnPanel<List<HoldRecord>> entries = new RedrawnPanel<>(HoldList::list);
    private final Paragraph missing = new Paragraph();

    public HoldList() {
        addClassNames("card", "past-holds");
        missing.addClassName("dim");
        add(new H2("Past holds"), entries, missing);
        setVisible(false);
    }

    public void show(LatestHolds latest) {
        List<SourceGap> gaps = latest.gaps();
        setVisible(!latest.holds().isEmpty() || !gaps.isEmpty());
        entries.show(latest.holds());
        missing.setVisible(!gaps.isEmpty());
        Components.text(missing, gaps.isEmpty() ? "" : words(gaps.getLast(), gaps.size() - 1));
    }

    private static String words(SourceGap gap, int more) {
        Times times = Times.present();
        String others = more == 0 ? "" : String.format(Locale.ROOT, " Nor was anything at %,d earlier times.", more);
        return "Nothing was recorded from %s to %s. %s%s"
                .formatted(times.named(gap.from()), times.named(gap.until()), gap.why(), others);
    }

    private static List<Component> list(List<HoldRecord> holds) {
        OrderedList list = new OrderedList();
        list.addClassName("leases");
        holds.forEach(hold -> list.add(item(hold)));
        return List.of(list);
    }

    private static ListItem item(HoldRecord hold) {
        Span until = Components.span("num dim", Times.present().named(hold.until()));
        Span who = Components.span("who", hold.holder().isEmpty() ? "an unknown holder" : hold.holder());
        Span ending = Components.span("ending " + hold.endingCss(), hold.ending());
        String held = hold.held()
                .map(it -> "held for %s, ".formatted(Formats.lasted(it)))
                .orElse("since when is unknown, ");
        return new ListItem(until, who, ending, Components.span("dim why", held + meaning(hold)));
    }

    private static String meaning(HoldRecord hold) {
        return switch (hold.end()) {
            case RELEASED -> "released before its expiry";
            case EXPIRED ->
                "expired; what removed it afterwards, the TTL monitor, a late release or a successor, is unknown";
            case TAKEN_OVER -> "expired, and the same change granted the lock to the next";
            case EVICTED -> "evicted by an operator";
            case UNKNOWN -> "nobody saw how it ended";
        };
    }
}

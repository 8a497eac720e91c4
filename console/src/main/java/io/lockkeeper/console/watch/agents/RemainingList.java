package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.LockAddress;
import java.util.List;
import java.util.Locale;

/** The remaining leases of a silent agent, and when each lock becomes free. */
final class RemainingList {

    private static final int SHOWN = 5;

    private final RedrawnPanel<Left> part = new RedrawnPanel<>(RemainingList::draw);
    private final NativeTableCell cell = Table.cell(part);

    private record Left(String agent, int held, List<Remaining> first) {}

    RemainingList() {
        cell.addClassName("remaining");
        cell.setVisible(false);
    }

    NativeTableCell cell() {
        return cell;
    }

    void show(JudgedAgent agent) {
        List<Remaining> leases = agent.remaining();
        cell.setVisible(!leases.isEmpty());
        part.show(new Left(agent.id(), agent.doing().held(), leases.subList(0, Math.min(SHOWN, leases.size()))));
    }

    private static List<Component> draw(Left left) {
        if (left.first.isEmpty()) {
            return List.of();
        }
        UnorderedList list = new UnorderedList();
        left.first.forEach(lease -> list.add(item(lease)));
        int others = left.held - left.first.size();
        if (others > 0) {
            Anchor more = new Anchor(
                    LockLinks.locks(LockLinks.ofAgent(left.agent)), String.format(Locale.ROOT, "and %,d more", others));
            more.getElement().setAttribute("router-link", true);
            list.add(new ListItem(more));
        }
        Span head = new Span(
                left.held == 1
                        ? "The lock that it still holds is not renewed. It falls free in"
                        : String.format(
                                Locale.ROOT,
                                "The %,d locks that it still holds are not renewed. They fall free in",
                                left.held));
        head.addClassName("dim");
        return List.of(head, list);
    }

    private static ListItem item(Remaining lease) {
        Anchor lock = Name.link("locks/" + LockAddress.of(lease.lock()), lease.lock());
        Span wait = new Span(lease.waiters() == 0 ? "" : String.format(Locale.ROOT, "%,d waiting", lease.waiters()));
        wait.addClassNames("dim", "num");
        return new ListItem(lock, Ticking.left(lease.touched(), lease.until(), "renewal-late"), wait);
    }
}

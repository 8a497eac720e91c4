package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.ServedProcess;
import io.lockkeeper.model.ServedProcesses;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The processes that take locks through a host agent, when each was last heard of, and whether its end will be seen. */
final class ServedProcessList {

    private final RedrawnPanel<Optional<ServedProcesses>> part = new RedrawnPanel<>(ServedProcessList::draw);
    private final NativeTableCell cell = Table.cell(part);

    ServedProcessList() {
        cell.addClassName("served");
        cell.setVisible(false);
    }

    NativeTableCell cell() {
        return cell;
    }

    void show(JudgedAgent agent) {
        Optional<ServedProcesses> served = agent.serves();
        cell.setVisible(served.isPresent());
        part.show(served);
    }

    private static List<Component> draw(Optional<ServedProcesses> served) {
        return served.map(ServedProcessList::draw).orElse(List.of());
    }

    private static List<Component> draw(ServedProcesses served) {
        UnorderedList list = new UnorderedList();
        served.first().forEach(process -> list.add(item(process, served)));
        int more = served.count() - served.first().size();
        String which = more <= 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " These are the first %,d; lockkeeper sessions lists all.",
                        served.first().size());
        Span head = new Span((served.count() == 1
                        ? "One process takes locks through it."
                        : String.format(Locale.ROOT, "%,d processes take locks through it.", served.count()))
                + which);
        head.addClassName("dim");
        return List.of(head, list);
    }

    private static ListItem item(ServedProcess process, ServedProcesses served) {
        Name service = new Name(Formats.visible(process.service()));
        Span which = span(Stream.of("process " + process.pid(), process.command(), "user " + process.user())
                .filter(each -> !each.isBlank())
                .collect(Collectors.joining(" · ")));
        Span has = span(String.format(Locale.ROOT, "%,d held · %,d waiting", process.leases(), process.waits()));
        Span heard = new Span(new Span("heard "), Ticking.age(served.at().minus(process.silent())), new Span(" ago"));
        heard.addClassNames("dim", "num");
        Span proof =
                span(process.proven() ? "its end frees its locks at once" : "its end is not seen: free after the ttl");
        return new ListItem(service, which, has, heard, proof);
    }

    private static Span span(String words) {
        Span span = new Span(Formats.visible(words));
        span.addClassNames("dim", "num");
        return span;
    }
}

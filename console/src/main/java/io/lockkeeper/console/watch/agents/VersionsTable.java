package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rolling upgrade: for each service its versions side by side, how many processes run each, and since when. */
final class VersionsTable {

    private VersionsTable() {}

    /** The table; empty where no version is known. */
    static List<Component> of(UpgradeFacts facts) {
        if (facts.lines().isEmpty()) {
            return List.of();
        }
        List<String> heads = new ArrayList<>(List.of("Service"));
        facts.columns().forEach(version -> heads.add(Formats.visible(version)));
        heads.add("State");
        Table table = new Table("Versions by service", "versions", heads);
        facts.lines().forEach(line -> table.body().add(row(line, facts)));
        table.getStyle().set("--versions", Integer.toString(facts.columns().size()));
        return List.of(table);
    }

    private static NativeTableRow row(UpgradeFacts.Line line, UpgradeFacts facts) {
        NativeTableRow row = Table.row("versions");
        String text = Formats.visible(line.service());
        Anchor service =
                new Anchor("agents?q=" + URLEncoder.encode(line.service(), StandardCharsets.UTF_8), new Name(text));
        service.getElement().setAttribute("router-link", true);
        NativeTableCell name = Table.cell(service);
        name.addClassName("service-of");
        row.add(name);
        facts.columns().forEach(version -> row.add(share(version, line)));
        row.add(Table.cell(state(line, facts)));
        return row;
    }

    private static NativeTableCell share(String version, UpgradeFacts.Line line) {
        Optional<VersionShare> found = line.of(version);
        Span label = Components.span("label dim", version);
        if (found.isEmpty()) {
            Span none = new Span("–");
            none.addClassName("dim");
            return Table.cell(label, none);
        }
        VersionShare share = found.get();
        Span count = new Span(String.format(Locale.ROOT, "%,d of %,d", share.processes(), line.processes()));
        count.addClassName("num");
        Span since = since(share);
        since.addClassNames("dim", "num", "since");
        NativeTableCell cell = Table.cell(label, count, bar(share.processes(), line.processes()), since);
        cell.addClassName("version-share");
        return cell;
    }

    /** The share of a service's processes that runs a version; the words beside it say the same. */
    private static Span bar(int part, int all) {
        Span filled = new Span();
        filled.getStyle().set("width", Math.max(1, part * 100 / all) + "%");
        Span bar = new Span(filled);
        bar.addClassName("share");
        bar.getElement().setAttribute("aria-hidden", "true");
        return bar;
    }

    private static Span since(VersionShare share) {
        return share.first().equals(share.last())
                ? new Span(new Span("for "), Ticking.age(share.first()))
                : new Span(new Span("for "), Ticking.age(share.last()), new Span(" to "), Ticking.age(share.first()));
    }

    private static Span state(UpgradeFacts.Line line, UpgradeFacts facts) {
        boolean newest = line.of(facts.columns().getFirst()).isPresent();
        if (newest && line.versions().size() == 1) {
            return state("newest", "held");
        }
        if (newest) {
            return state("upgrading", "waiting");
        }
        return line.versions().size() == 1 ? state("older", "expired") : state("older, mixed", "expired");
    }

    private static Span state(String word, String css) {
        Span state = new Span(word);
        state.setClassName("state " + css);
        return state;
    }
}

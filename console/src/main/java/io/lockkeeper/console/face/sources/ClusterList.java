package io.lockkeeper.console.face.sources;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.cluster.ClusterHealth;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.util.List;

/** The clusters that the console's settings name beside its own, and whether each answers; hidden where there are none. */
final class ClusterList extends Div {

    private final Table table = new Table("Clusters", "cluster", List.of("Cluster", "Hosts", "State"));
    private final KeyedRows<String, ClusterHealth, Row> rows =
            new KeyedRows<>(table.body(), ClusterHealth::name, Row::new, Row::show);

    ClusterList(Clusters clusters, SourceFeeds feeds) {
        addClassName("clusters");
        add(new H2("Other clusters"), table);
        show(clusters.others());
        Live.follow(this, feeds::subscribe, now -> clusters.others(), this::show);
    }

    private void show(List<ClusterHealth> now) {
        setVisible(!now.isEmpty());
        rows.show(now);
    }

    private static final class Row extends NativeTableRow {

        private final Span name = styled(new Span(), "strong");
        private final Span hosts = styled(new Span(), "dim");
        private final Span state = new Span();
        private final Span clock = styled(new Span(), "trouble");

        Row() {
            addClassName("cluster");
            getElement().setAttribute("role", "row");
            add(Table.cell(name), Table.cell(hosts), Table.cell(state, clock));
        }

        void show(ClusterHealth now) {
            Components.text(name, now.name());
            Components.text(hosts, Formats.visible(now.hosts()));
            Components.css(state, now.trouble().isEmpty() ? "dim" : "trouble");
            Components.text(state, now.state());
            Components.text(clock, now.clock().orElse(""));
        }
    }
}

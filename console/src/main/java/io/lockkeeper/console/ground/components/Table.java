package io.lockkeeper.console.ground.components;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.NativeTable;
import com.vaadin.flow.component.html.NativeTableBody;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableHeader;
import com.vaadin.flow.component.html.NativeTableHeaderCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.dom.Element;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table that screen readers read as one: its roles are named, because styles that lay rows out in another way remove them. */
public final class Table extends NativeTable {

    private static final String ROLE = "role";

    private final NativeTableBody body = new NativeTableBody();
    private final List<String> columns;

    /**
     * @param label what it lists
     * @param css the style of its rows, that of its columns' heads included
     * @param columns their names; empty for one that needs none, as that of actions
     */
    public Table(String label, String css, List<String> columns) {
        this.columns = columns;
        getElement().setAttribute(ROLE, "table");
        getElement().setAttribute("aria-label", label);
        body.getElement().setAttribute(ROLE, "rowgroup");
        NativeTableRow heads = row(css + "-heads", "columns");
        for (String column : columns) {
            NativeTableHeaderCell head = new NativeTableHeaderCell(column);
            if (column.isEmpty()) {
                head.add(Components.span("unseen", "Actions"));
            }
            head.getElement().setAttribute(ROLE, "columnheader");
            head.getElement().setAttribute("scope", "col");
            heads.add(head);
        }
        NativeTableHeader header = new NativeTableHeader(heads);
        header.getElement().setAttribute(ROLE, "rowgroup");
        add(header, body);
    }

    /** A table whose rows stand in groups; each is a body of its own, and is added to it. */
    public static Table ofGroups(String label, String css, List<String> columns) {
        Table table = new Table(label, css, columns);
        table.remove(table.body);
        return table;
    }

    /** A table of few rows, which are rebuilt with the page. */
    public static Table plain(String label, List<String> columns) {
        return styled(new Table(label, "plain", columns), "plain-table");
    }

    /** Adds a row whose cells know the names of their columns: on a narrow page each value stands under its own. */
    public void add(NativeTableRow row) {
        row.getElement().setAttribute(ROLE, "row");
        label(row, columns);
        body.add(row);
    }

    /** Sets the names of the columns on the row's cells. */
    public static void label(NativeTableRow row, List<String> columns) {
        for (int i = 0; i < columns.size(); i++) {
            Element cell = row.getElement().getChild(i).setAttribute(ROLE, "cell");
            if (!columns.get(i).isEmpty()) {
                cell.setAttribute("data-label", columns.get(i));
            }
        }
    }

    public NativeTableBody body() {
        return body;
    }

    public static NativeTableRow row(String... css) {
        NativeTableRow row = styled(new NativeTableRow(), css);
        row.getElement().setAttribute(ROLE, "row");
        return row;
    }

    /** When something happened, with the exact time as tooltip; {@code more} stands behind it. */
    public static NativeTableCell time(@Nullable Instant at, Component... more) {
        NativeTableCell cell =
                cell(styled(new Span(at == null ? "never" : Times.present().seconds(at)), at == null ? "dim" : "num"));
        cell.add(more);
        cell.setTitle(at == null ? "" : Formats.exact(at));
        return cell;
    }

    public static NativeTableCell cell(Component... parts) {
        NativeTableCell cell = new NativeTableCell(parts);
        cell.getElement().setAttribute(ROLE, "cell");
        return cell;
    }
}

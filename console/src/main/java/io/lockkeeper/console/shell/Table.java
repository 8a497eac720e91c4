package io.lockkeeper.console.shell;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.NativeTable;
import com.vaadin.flow.component.html.NativeTableBody;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableHeader;
import com.vaadin.flow.component.html.NativeTableHeaderCell;
import com.vaadin.flow.component.html.NativeTableRow;
import java.util.List;

/** A table that screen readers read as one: its roles are named, because styles that lay rows out in another way remove them. */
public final class Table extends NativeTable {

    private static final String ROLE = "role";

    private final NativeTableBody body = new NativeTableBody();

    /**
     * @param label what it lists
     * @param css the style of its rows, that of its columns' heads included
     */
    public Table(String label, String css, List<String> columns) {
        getElement().setAttribute(ROLE, "table");
        getElement().setAttribute("aria-label", label);
        body.getElement().setAttribute(ROLE, "rowgroup");
        NativeTableRow heads = row(css + "-heads", "columns");
        for (String column : columns) {
            NativeTableHeaderCell head = new NativeTableHeaderCell(column);
            head.getElement().setAttribute(ROLE, "columnheader");
            head.getElement().setAttribute("scope", "col");
            heads.add(head);
        }
        NativeTableHeader header = new NativeTableHeader(heads);
        header.getElement().setAttribute(ROLE, "rowgroup");
        add(header, body);
    }

    public NativeTableBody body() {
        return body;
    }

    public static NativeTableRow row(String... css) {
        NativeTableRow row = new NativeTableRow();
        row.addClassNames(css);
        row.getElement().setAttribute(ROLE, "row");
        return row;
    }

    public static NativeTableCell cell(Component... parts) {
        NativeTableCell cell = new NativeTableCell(parts);
        cell.getElement().setAttribute(ROLE, "cell");
        return cell;
    }
}

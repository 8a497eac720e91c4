package io.lockkeeper.console.ask.locks;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The appearance of the list, regardless of its content.
 *
 * @param group what locks are grouped by
 * @param folded whether groups are folded until they are opened
 * @param columns the columns that were chosen; empty for those that fit
 * @param roomy whether rows are higher
 */
public record ListLook(Grouping group, boolean folded, Set<ListColumn> columns, boolean roomy) {

    public static final ListLook USUAL = new ListLook(Grouping.NONE, false, Set.of(), false);

    static final String GROUP = "group";
    static final String FOLDED = "folded";
    static final String COLUMNS = "columns";
    static final String ROWS = "rows";
    private static final String ROOMY = "roomy";

    public ListLook grouped(Grouping by) {
        return new ListLook(by, folded && by != Grouping.NONE, columns, roomy);
    }

    public ListLook folded(boolean all) {
        return new ListLook(group, all, columns, roomy);
    }

    public ListLook withRoom(boolean more) {
        return new ListLook(group, folded, columns, more);
    }

    /** The look with the columns that fit. */
    public ListLook withUsualColumns() {
        return new ListLook(group, folded, Set.of(), roomy);
    }

    /**
     * With one column more or less.
     *
     * @param present the columns that are shown by now
     */
    public ListLook with(ListColumn column, boolean shown, Set<ListColumn> present) {
        EnumSet<ListColumn> chosen = EnumSet.noneOf(ListColumn.class);
        chosen.addAll(columns.isEmpty() ? present : columns);
        if (shown) {
            chosen.add(column);
        } else {
            chosen.remove(column);
        }
        return new ListLook(group, folded, Collections.unmodifiableSet(chosen), roomy);
    }

    void address(Map<String, String> parameters) {
        parameters.put(GROUP, group.address());
        parameters.put(FOLDED, folded ? "1" : "");
        parameters.put(COLUMNS, ListColumn.address(columns));
        parameters.put(ROWS, roomy ? ROOMY : "");
    }

    static ListLook of(String group, boolean folded, String columns, String rows) {
        Grouping by = Grouping.of(group);
        return new ListLook(by, folded && by != Grouping.NONE, ListColumn.of(columns), rows.equals(ROOMY));
    }
}

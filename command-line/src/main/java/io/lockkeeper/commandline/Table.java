package io.lockkeeper.commandline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under a heading, each column as wide as its widest cell. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... heading) {
        rows.add(List.of(heading));
    }

    /** Adds a row; control characters are removed from its cells. */
    public void row(String... cells) {
        rows.add(List.of(cells).stream().map(Plain::text).toList());
    }

    /** The lines, the heading first. */
    public List<String> lines() {
        int columns = rows.getFirst().size();
        int[] widths = IntStream.range(0, columns).map(this::width).toArray();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static String line(List<String> row, int[] widths) {
        return IntStream.range(0, row.size())
                .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }
}

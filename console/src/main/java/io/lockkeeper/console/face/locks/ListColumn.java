package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ground.components.Times;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A column of the list that users can choose; the name's column is always shown. */
public enum ListColumn {
    STATE("State"),
    HOLDER("Holder"),
    HOST("Host"),
    HELD("Held"),
    GRANTED("Granted"),
    LEFT("Expires in"),
    WAITERS("Waiting"),
    TOKEN("Token"),
    JOB("Job");

    private final String title;

    ListColumn(String title) {
        this.title = title;
    }

    String title() {
        return this == GRANTED ? Times.present().titled(title) : title;
    }

    /** The columns in an address. */
    static String address(Set<ListColumn> columns) {
        return columns.stream().map(it -> it.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(","));
    }

    /** The columns that an address names; unknown names are ignored. */
    static Set<ListColumn> of(String address) {
        Set<String> named =
                new HashSet<>(List.of(address.toUpperCase(Locale.ROOT).split(",", -1)));
        EnumSet<ListColumn> columns = EnumSet.allOf(ListColumn.class);
        columns.removeIf(column -> !named.contains(column.name()));
        return Collections.unmodifiableSet(columns);
    }
}

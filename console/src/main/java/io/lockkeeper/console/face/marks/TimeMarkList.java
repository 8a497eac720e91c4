package io.lockkeeper.console.face.marks;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.Times;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Marks in words: how many there are, and folded, each with a button that goes to its moment. */
public final class TimeMarkList extends Div {

    private final NativeDetails details = new NativeDetails();
    private final Span count = new Span();
    private final UnorderedList list = new UnorderedList();
    private final String when;
    private final Consumer<? super Instant> choose;
    private List<TimeMark> shown = List.of();

    /**
     * A list whose buttons open the history at the moment of a mark.
     *
     * @param when the time that they are in, as a sentence begins with it
     */
    public TimeMarkList(String when) {
        this(when, moment -> UI.getCurrent().navigate("history", PageQuery.by(Map.of("at", moment.toString()))));
    }

    /**
     * A list on the history's page itself.
     *
     * @param when the time that they are in, as a sentence begins with it
     * @param choose called with the moment of a mark
     */
    public TimeMarkList(String when, Consumer<? super Instant> choose) {
        this.when = when;
        this.choose = choose;
        addClassName("mark-list");
        details.setSummary(count);
        details.setContent(list);
        add(details);
        setVisible(false);
    }

    public void show(List<TimeMark> marks) {
        if (marks.equals(shown)) {
            return;
        }
        shown = marks;
        setVisible(!marks.isEmpty());
        Map<TimeMark.Kind, Long> counts =
                marks.stream().collect(Collectors.groupingBy(TimeMark::kind, TreeMap::new, Collectors.counting()));
        Components.text(
                count,
                counts.entrySet().stream()
                        .map(each -> each.getKey().count(each.getValue()))
                        .collect(Collectors.joining(" · ", when + ": ", "")));
        list.removeAll();
        marks.stream()
                .sorted(Comparator.comparing(TimeMark::at))
                .map(this::item)
                .forEach(list::add);
    }

    private ListItem item(TimeMark mark) {
        NativeButton at = new NativeButton(Times.present().seconds(mark.at()), click -> choose.accept(mark.at()));
        at.addClassNames("quiet", "num");
        at.setTitle("Show this moment");
        Span words = new Span(mark.words());
        ListItem item = new ListItem(at, words);
        item.addClassName(mark.kind().css());
        return item;
    }
}

package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.contextmenu.MenuItem;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The collections of which a page can show the locks; hidden where there is one. */
public final class SourceMenu extends MenuBar {

    private static final String ALL = "All collections";

    private final Consumer<@Nullable String> open;
    private final boolean all;
    private final Span name = new Span();
    private final MenuItem present;
    private final Map<Entry, MenuItem> items = new LinkedHashMap<>();
    private List<Entry> drawn = List.of();

    private record Entry(@Nullable String id, String name) {}

    /**
     * A menu in which one source is chosen.
     *
     * @param open shows the locks of a source
     */
    public static SourceMenu ofOne(Consumer<String> open) {
        return new SourceMenu(source -> open.accept(Objects.requireNonNull(source)), false);
    }

    /**
     * A menu in which one source or all are chosen.
     *
     * @param open shows the locks of a source; of all for null
     */
    public static SourceMenu ofOneOrAll(Consumer<@Nullable String> open) {
        return new SourceMenu(open, true);
    }

    private SourceMenu(Consumer<@Nullable String> open, boolean all) {
        this.open = open;
        this.all = all;
        addThemeVariants(MenuBarVariant.LUMO_TERTIARY, MenuBarVariant.LUMO_SMALL);
        addClassName("source-menu");
        present = addItem(name);
        setVisible(false);
    }

    /**
     * Offers the sources.
     *
     * @param sources all within the user's scope, the console's first collection among them
     * @param shown the one whose locks the page shows; null for all
     */
    public void show(List<SourceSummary> sources, @Nullable String shown) {
        List<Entry> entries = Stream.concat(
                        all ? Stream.of(new Entry(null, ALL)) : Stream.empty(),
                        sources.stream().map(SourceMenu::entry))
                .toList();
        if (!entries.equals(drawn)) {
            drawn = entries;
            draw(entries);
        }
        check(shown);
        setVisible(sources.size() > 1 || (all && shown != null));
        String title = entries.stream()
                .filter(entry -> Objects.equals(entry.id, shown))
                .map(Entry::name)
                .findFirst()
                .orElse("Collections");
        if (!title.equals(name.getText())) {
            name.setText(title);
            name.setTitle(title);
        }
    }

    private void draw(List<Entry> entries) {
        present.getSubMenu().removeAll();
        items.clear();
        entries.forEach(entry -> {
            MenuItem item = present.getSubMenu().addItem(entry.name(), click -> open.accept(entry.id()));
            item.setCheckable(true);
            items.put(entry, item);
        });
    }

    /** An item that was clicked has turned by itself. It stays the same item: the browser still checks it. */
    private void check(@Nullable String shown) {
        items.forEach((entry, item) -> {
            boolean is = Objects.equals(entry.id, shown);
            if (item.isChecked() != is) {
                item.setChecked(is);
            }
        });
    }

    private static Entry entry(SourceSummary source) {
        Place place = source.source().place();
        String library = source.dialect().map(it -> " · " + it.library()).orElse("");
        return new Entry(source.source().id(), Formats.visible(place.toString()) + library);
    }
}

package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.contextmenu.MenuItem;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.List;
import java.util.function.Consumer;

/** The collections whose locks the list can show; hidden where there is one. */
final class SourceMenu extends MenuBar {

    private final Consumer<String> open;
    private final Span name = new Span();
    private final MenuItem present;
    private List<Entry> drawn = List.of();

    private record Entry(String id, String name, boolean shown) {}

    /** @param open shows the locks of a source */
    SourceMenu(Consumer<String> open) {
        this.open = open;
        addThemeVariants(MenuBarVariant.LUMO_TERTIARY, MenuBarVariant.LUMO_SMALL);
        addClassName("source-menu");
        present = addItem(name);
        setVisible(false);
    }

    /** @param sources all within the user's scope, the console's first collection among them */
    void show(List<SourceSummary> sources, String shown) {
        List<Entry> entries = sources.stream().map(it -> entry(it, shown)).toList();
        if (entries.equals(drawn)) {
            return;
        }
        drawn = entries;
        setVisible(entries.size() > 1);
        String title = entries.stream()
                .filter(Entry::shown)
                .map(Entry::name)
                .findFirst()
                .orElse("Collections");
        name.setText(title);
        name.setTitle(title);
        present.getSubMenu().removeAll();
        entries.forEach(entry -> {
            MenuItem item = present.getSubMenu().addItem(entry.name(), click -> open.accept(entry.id()));
            item.setCheckable(true);
            item.setChecked(entry.shown());
        });
    }

    private static Entry entry(SourceSummary source, String shown) {
        Place place = source.source().place();
        String library = source.dialect().map(it -> " · " + it.library()).orElse("");
        return new Entry(
                source.source().id(),
                Formats.visible(place.toString()) + library,
                source.source().id().equals(shown));
    }
}

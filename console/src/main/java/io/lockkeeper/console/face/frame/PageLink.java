package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.icon.Icon;
import com.vaadin.flow.server.menu.MenuConfiguration;
import com.vaadin.flow.server.menu.MenuEntry;
import io.lockkeeper.console.ground.components.NavigationCount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * A page in the navigation, and its key.
 *
 * @param key the letter that leads to it after {@code g}
 */
record PageLink(MenuEntry entry, NavigationCount counted, String key) {

    /** The links in their order, each with the first letter of its title that no page before it has: the same key for every user. */
    static List<PageLink> all(List<NavigationCount> counts) {
        Set<String> taken = new HashSet<>();
        List<PageLink> links = new ArrayList<>();
        MenuConfiguration.getMenuEntries()
                .forEach(entry -> links.add(new PageLink(entry, counted(entry, counts), key(entry.title(), taken))));
        return List.copyOf(links);
    }

    private static NavigationCount counted(MenuEntry entry, List<NavigationCount> counts) {
        Class<? extends Component> page = Objects.requireNonNull(entry.menuClass(), "each page is a class");
        return counts.stream()
                .filter(count -> count.page() == page)
                .findFirst()
                .orElseGet(() -> new NavigationCount(page, locks -> ""));
    }

    private static String key(String title, Set<String> taken) {
        return title.toLowerCase(Locale.ROOT)
                .chars()
                .mapToObj(Character::toString)
                .filter(taken::add)
                .findFirst()
                .orElse("");
    }

    String title() {
        return entry.title();
    }

    /** The address below the console's root. */
    String address() {
        return entry.path().substring(entry.path().startsWith("/") ? 1 : 0);
    }

    Class<? extends Component> page() {
        return counted.page();
    }

    Icon icon() {
        return new Icon(Objects.requireNonNull(entry.icon(), "each page has one"));
    }

    String count(NavigationCount.LockCounts locks) {
        return counted.count().apply(locks);
    }

    boolean isUseful() {
        return counted.useful().getAsBoolean();
    }
}

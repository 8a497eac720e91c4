package io.lockkeeper.console.face.frame;

import com.vaadin.flow.router.RouteConfiguration;
import io.lockkeeper.console.ground.components.NavigationEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A page in the navigation, and its key.
 *
 * @param key the letter that leads to it after {@code g}
 * @param address from the console's root on
 */
record PageLink(NavigationEntry entry, String key, String address) {

    /** In their order. A page has the first letter of its title that no page before it has, so that a key is the same for every user. */
    static List<PageLink> all(List<NavigationEntry> entries) {
        RouteConfiguration routes = RouteConfiguration.forApplicationScope();
        Set<String> taken = new HashSet<>();
        List<PageLink> links = new ArrayList<>();
        entries.stream()
                .sorted(Comparator.comparingInt(NavigationEntry::order))
                .forEach(entry ->
                        links.add(new PageLink(entry, key(entry.title(), taken), routes.getUrl(entry.page()))));
        return List.copyOf(links);
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
}

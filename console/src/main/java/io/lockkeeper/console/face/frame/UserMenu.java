package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.Composite;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.contextmenu.MenuItem;
import com.vaadin.flow.component.contextmenu.SubMenu;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.components.ViewerZone;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import java.util.Optional;

/** The menu of the user: name and role, the zone of times, and the pages about the user. */
final class UserMenu extends Composite<MenuBar> {

    UserMenu(AuthenticationContext user, Optional<FrameLink> instead) {
        MenuBar menu = getContent();
        menu.addThemeVariants(MenuBarVariant.LUMO_TERTIARY, MenuBarVariant.LUMO_SMALL);
        String name = user.getPrincipalName().orElse("");
        MenuItem item = menu.addItem(VaadinIcon.USER.create());
        item.add(new Span(name));
        item.setAriaLabel("User " + name);
        SubMenu items = item.getSubMenu();
        user.getAuthenticatedUser(ConsoleUser.class).ifPresent(present -> tell(items, present));
        addZone(items, ViewerZone.present());
        instead.ifPresentOrElse(link -> add(items, link), () -> addOwnItems(items, user));
    }

    private static void tell(SubMenu items, ConsoleUser present) {
        if (!present.isLocal()) { // a long name, which the menu cuts
            items.addItem(present.name()).setEnabled(false);
        }
        Role role = present.role();
        items.addItem(role.title() + ": " + role.may()).setEnabled(false);
        if (present.scope().isLimited()) {
            String scope = Formats.visible(present.scope().words());
            items.addItem("Limited to " + scope).setEnabled(false);
        }
    }

    /** People in several countries talk in UTC. The choice is the browser's, as that of the theme is. */
    private static void addZone(SubMenu items, ViewerZone zone) {
        if (zone.isElsewhere()) {
            String place = new Times(zone.browser()).place();
            MenuItem item = items.addItem(
                    "Times in UTC, not %s".formatted(place),
                    click -> UI.getCurrent().getPage().executeJs("window.lockkeeper.switchZone()"));
            item.setCheckable(true);
            item.setChecked(zone.utc());
        } else {
            items.addItem("Times in UTC").setEnabled(false);
        }
    }

    private static void add(SubMenu items, FrameLink link) {
        items.addItem(link.title(), click -> UI.getCurrent().getPage().setLocation(link.address()));
    }

    private static void addOwnItems(SubMenu items, AuthenticationContext user) {
        items.addItem("API tokens", click -> UI.getCurrent().navigate("tokens"));
        if (user.getAuthenticatedUser(ConsoleUser.class)
                .filter(ConsoleUser::isLocal)
                .isPresent()) {
            items.addItem("Change password", click -> UI.getCurrent().navigate("password"));
        }
        items.addItem("Log out", click -> user.logout());
    }
}

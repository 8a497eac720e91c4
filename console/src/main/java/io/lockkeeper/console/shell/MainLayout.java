package io.lockkeeper.console.shell;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HasElement;
import com.vaadin.flow.component.contextmenu.MenuItem;
import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Main;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Nav;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import com.vaadin.flow.router.HighlightConditions;
import com.vaadin.flow.router.Layout;
import com.vaadin.flow.router.RouterLayout;
import com.vaadin.flow.router.RouterLink;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.security.Roles;
import jakarta.annotation.security.PermitAll;
import java.util.Comparator;
import java.util.List;

/** The frame around every page: name, navigation, who is logged in, and the colour scheme. */
@Layout
@JavaScript("context://console/console.js")
@PermitAll
final class MainLayout extends Div implements RouterLayout {

    private final Main content = new Main();
    private final BoardPublisher board;

    MainLayout(AuthenticationContext user, BoardPublisher board, List<NavigationEntry> entries) {
        this.board = board;
        addClassName("shell");
        Div side = new Div(brand(), navigation(entries), foot(user));
        side.addClassName("side");
        content.addClassName("content");
        add(side, content);
    }

    @Override
    public void showRouterLayoutContent(HasElement page) {
        content.getElement().removeAllChildren();
        content.getElement().appendChild(page.getElement());
    }

    @Override
    public void removeRouterLayoutContent(HasElement oldContent) {
        content.getElement().removeAllChildren();
    }

    private static Component brand() {
        Span mark = new Span();
        mark.addClassName("brand-mark");
        Span name = new Span("Lockkeeper");
        name.addClassName("brand-name");
        Div brand = new Div(mark, name);
        brand.addClassName("brand");
        return brand;
    }

    private Nav navigation(List<NavigationEntry> entries) {
        Nav nav = new Nav();
        nav.setAriaLabel("Pages");
        entries.stream()
                .sorted(Comparator.comparingInt(NavigationEntry::order))
                .map(this::link)
                .forEach(nav::add);
        return nav;
    }

    private RouterLink link(NavigationEntry entry) {
        Span title = new Span(entry.title());
        title.addClassName("title");
        Span count = new Span();
        count.addClassName("count");
        RouterLink link = new RouterLink(entry.page());
        link.setHighlightCondition(HighlightConditions.locationPrefix());
        link.add(entry.icon().create(), title, count);
        LiveBoard.follow(count, board, entry.count(), count::setText);
        return link;
    }

    private static Component foot(AuthenticationContext user) {
        MenuBar menu = new MenuBar();
        menu.addThemeVariants(MenuBarVariant.LUMO_TERTIARY, MenuBarVariant.LUMO_SMALL);
        String name = user.getPrincipalName().orElse("");
        MenuItem item = menu.addItem(VaadinIcon.USER.create());
        item.add(new Span(name));
        item.setAriaLabel("User " + name);
        String role = user.hasRole(Roles.OPERATOR)
                ? "Operator: sees all, may set locks free"
                : "Viewer: sees all, changes nothing";
        item.getSubMenu().addItem(role).setEnabled(false);
        item.getSubMenu().addItem("Log out", click -> user.logout());
        Div foot = new Div(menu, schemeToggle());
        foot.addClassName("foot");
        return foot;
    }

    private static Component schemeToggle() {
        NativeButton toggle = new NativeButton();
        toggle.add(VaadinIcon.ADJUST.create());
        toggle.addClassName("scheme-toggle");
        toggle.setAriaLabel("Light or dark");
        toggle.setTitle("Light or dark");
        toggle.getElement().executeJs("this.addEventListener('click', () => window.lockkeeper.toggleScheme())");
        return toggle;
    }
}

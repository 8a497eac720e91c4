package io.lockkeeper.console.face.frame;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.AttachEvent;
import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HasElement;
import com.vaadin.flow.component.HtmlContainer;
import com.vaadin.flow.component.Tag;
import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.DescriptionList;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Main;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Nav;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.router.Layout;
import com.vaadin.flow.router.RouterLayout;
import com.vaadin.flow.router.RouterLink;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.ground.environment.NamedEnvironment;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.heartbeat.OpenPages;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The frame around every page: name, navigation, who is logged in, the keys, and the colour scheme. */
@Layout
@JavaScript("context://console/clock.js")
@JavaScript("context://console/beat.js")
@JavaScript("context://console/names.js")
@JavaScript("context://console/console.js")
@PermitAll
final class MainLayout extends Div implements RouterLayout {

    private final Main content = styled(new Main(), "content");
    private final OpenPages pages;

    MainLayout(
            AuthenticationContext user,
            OpenPages pages,
            List<NavigationCount> counts,
            NamedEnvironment environment,
            Optional<FrameLink> instead,
            Boards boards,
            Background background) {
        this.pages = pages;
        addClassName("shell");
        List<PageLink> links = PageLink.all(counts).stream()
                .filter(page -> mayOpen(user, page))
                .toList();
        KeysDialog keys = new KeysDialog(links);
        GoToDialog goTo =
                new GoToDialog(text -> Destinations.of(text, links, boards.all(LockScope.present())), background);
        Header side = styled(
                new Header(brand(environment), goTo.opener(), navigation(links, boards), foot(user, instead, keys)),
                "side");
        add(skipLink(), side, content, keys, goTo);
    }

    @Override
    protected void onAttach(AttachEvent attached) {
        getElement().appendChild(pages.open(attached.getUI()));
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

    private static boolean mayOpen(AuthenticationContext user, PageLink link) {
        RolesAllowed only = link.page().getAnnotation(RolesAllowed.class);
        boolean keeps = link.page().isAnnotationPresent(KeepsToScope.class) || !LockScope.isPresentLimited();
        boolean may = keeps && (only == null || user.hasAnyRole(only.value()));
        return may && (link.isUseful() || user.hasRole(Roles.ADMIN));
    }

    /** A link by which keyboards skip the frame, which precedes every page. */
    private Component skipLink() {
        content.getElement().setAttribute("tabindex", "-1");
        Anchor skip = styled(new Anchor("#content", "Skip to the page"), "skip");
        skip.getElement().executeJs("window.lockkeeper.skips(this, $0)", content.getElement());
        return skip;
    }

    private static Component brand(NamedEnvironment environment) {
        Div brand = new Div(styled(new Span(), "brand-mark"), styled(new Span("Lockkeeper"), "brand-name"));
        brand.add(environment.marks());
        brand.addClassName("brand");
        return brand;
    }

    private static Nav navigation(List<PageLink> pages, Boards boards) {
        Nav nav = new Nav();
        nav.setAriaLabel("Pages");
        nav.getElement().executeJs("window.lockkeeper.showsCurrent(this); window.lockkeeper.goesByKeys(this)");
        List<Span> counts = pages.stream().map(page -> link(page, nav)).toList();
        Function<BoardSnapshot, List<String>> told = snapshot -> {
            NavigationCount.LockCounts locks = counts(Stream.concat(
                    Stream.of(snapshot),
                    boards.others(snapshot.scope()).stream().map(ScopedBoard::snapshot)));
            return pages.stream().map(page -> page.count(locks)).toList();
        };
        Consumer<List<String>> show =
                texts -> IntStream.range(0, counts.size()).forEach(i -> Components.text(counts.get(i), texts.get(i)));
        ScopedBoard first = boards.of(LockScope.present(), LockId.FIRST);
        show.accept(told.apply(first.snapshot()));
        boards.follow(nav, () -> first, told, show);
        return nav;
    }

    /** The counts of all sources together. */
    private static NavigationCount.LockCounts counts(Stream<BoardSnapshot> sources) {
        return sources.map(it -> new NavigationCount.LockCounts(it.scope(), it.held(), it.waiting()))
                .reduce(NavigationCount.LockCounts::with)
                .orElseThrow();
    }

    /** Answers where the entry's count stands. */
    private static Span link(PageLink page, Nav nav) {
        Span title = styled(new Span(page.title()), "title");
        Span count = styled(new Span(), "count");
        RouterLink link = new RouterLink(page.page());
        link.getElement().setAttribute("data-key", page.key());
        link.setHighlightCondition((unused, navigation) ->
                page.counted().isFor(navigation.getActiveChain().getFirst().getClass()));
        link.setHighlightAction(MainLayout::markCurrent);
        link.add(page.icon(), title, count);
        nav.add(link);
        return count;
    }

    /** Marks the current link, visibly and for screen readers. */
    private static void markCurrent(RouterLink link, boolean current) {
        if (current) {
            link.getElement().setAttribute("aria-current", "page");
        } else {
            link.getElement().removeAttribute("aria-current");
        }
    }

    private static Component foot(AuthenticationContext user, Optional<FrameLink> instead, KeysDialog keys) {
        return styled(new Div(new UserMenu(user, instead), opener(keys), schemeSwitch()), "foot");
    }

    private static Component opener(KeysDialog keys) {
        NativeButton opener = styled(new NativeButton("?"), "foot-button", "keys-opener");
        opener.setAriaLabel("Keys");
        opener.setTitle("Keys (?)");
        opener.getElement().executeJs("window.lockkeeper.opensKeys(this, $0)", keys.getElement());
        return opener;
    }

    /** A button with one icon for each state; the script shows the one of the present state, and names it. */
    private static Component schemeSwitch() {
        NativeButton button = new NativeButton();
        button.add(VaadinIcon.ADJUST.create(), VaadinIcon.SUN_O.create(), VaadinIcon.MOON_O.create());
        button.addClassNames("foot-button", "scheme-switch");
        button.setAriaLabel("Theme");
        button.getElement().executeJs("window.lockkeeper.switchesScheme(this)");
        return button;
    }

    /** The list of keys that pages know, in the browser's own dialog: it opens at once, also while the console is busy. */
    @Tag("dialog")
    private static final class KeysDialog extends HtmlContainer {

        private static final String TITLE = "keys-title";

        /** @param pages those that the user may open */
        KeysDialog(List<PageLink> pages) {
            addClassName("keys-dialog");
            getElement().setAttribute("aria-labelledby", TITLE);
            H2 title = new H2("Keys");
            title.setId(TITLE);
            NativeButton close = styled(new NativeButton("Done"), "quiet");
            Div head = styled(new Div(title, close), "head");
            DescriptionList everywhere = new DescriptionList();
            key(everywhere, "Show these keys", "?");
            key(everywhere, "Go to a lock, a service or a page", "Ctrl", "K");
            DescriptionList links = new DescriptionList();
            pages.forEach(page -> key(links, page.title(), "g", page.key()));
            DescriptionList locks = new DescriptionList();
            key(locks, "Search", "/");
            key(locks, "Next lock", "j", "↓");
            key(locks, "Previous lock", "k", "↑");
            key(locks, "Open the marked lock", "Enter");
            key(locks, "Evict its holder", "e");
            key(locks, "Leave the search, close the lock", "Esc");
            Div here = styled(new Div(new H3("On this page"), locks), "keys-of-locks");
            add(head, here, new H3("On every page"), everywhere, new H3("Pages"), links);
        }

        private static void key(DescriptionList list, String meaning, String... keys) {
            DescriptionList.Term term = new DescriptionList.Term(meaning);
            DescriptionList.Description description = new DescriptionList.Description();
            for (String key : keys) {
                description.add(kbd(key));
            }
            list.add(new Div(term, description));
        }

        private static Component kbd(String key) {
            HtmlContainer kbd = new HtmlContainer("kbd");
            kbd.setText(key);
            return kbd;
        }
    }
}

package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.AttachEvent;
import com.vaadin.flow.component.contextmenu.MenuItem;
import com.vaadin.flow.component.contextmenu.SubMenu;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.people.security.ConsoleUser;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The views of the list that the user has saved: opens one, saves the present one, deletes one. */
final class ViewMenu extends MenuBar {

    private final ViewShelf shelf;
    private final Background background;
    private final ConsoleUser user;
    private final Supplier<LockQuery> present;
    private final Consumer<LockQuery> open;
    private final SubMenu menu;
    private List<SavedView> shown = List.of();

    ViewMenu(
            ViewShelf shelf,
            Background background,
            ConsoleUser user,
            Supplier<LockQuery> present,
            Consumer<LockQuery> open) {
        this.shelf = shelf;
        this.background = background;
        this.user = user;
        this.present = present;
        this.open = open;
        addThemeVariants(MenuBarVariant.LUMO_TERTIARY, MenuBarVariant.LUMO_SMALL);
        addClassName("views-menu");
        MenuItem item = addItem("Views");
        menu = item.getSubMenu();
        show(List.of());
    }

    @Override
    protected void onAttach(AttachEvent attached) {
        super.onAttach(attached);
        load();
    }

    private void load() {
        background.read(() -> shelf.of(user), this::show, e -> unread());
    }

    /** A failure here must not stop anyone's work. */
    private void unread() {
        menu.removeAll();
        menu.addItem("Your saved views could not be read").setEnabled(false);
    }

    private void show(List<SavedView> views) {
        shown = views;
        menu.removeAll();
        views.forEach(view -> menu.addItem(view.name(), click -> open.accept(query(view))));
        menu.addItem("Save this view…", click -> new SaveViewDialog(this::save).open());
        if (!views.isEmpty()) {
            SubMenu deletes = menu.addItem("Delete").getSubMenu();
            views.forEach(view -> deletes.addItem(view.name(), click -> delete(view)));
        }
    }

    private static LockQuery query(SavedView view) {
        return LockQuery.of(QueryParameters.fromString(view.query()));
    }

    private void save(String name, Runnable done, Consumer<String> refused) {
        SavedView view = new SavedView(name, present.get().address().getQueryString(), null);
        Instant seen = ViewShelf.named(shown, name).map(SavedView::version).orElse(null);
        change(
                () -> shelf.save(user, view, seen),
                () -> {
                    done.run();
                    Toasts.say("Saved: it is under Views.");
                },
                refused);
    }

    private void delete(SavedView view) {
        change(
                () -> shelf.delete(user, view.name(), view.version()),
                () -> Toasts.say("The view is deleted."),
                Toasts::warn);
    }

    private void change(Runnable change, Runnable done, Consumer<String> refused) {
        background.change(
                () -> {
                    change.run();
                    return shelf.of(user);
                },
                views -> {
                    show(views);
                    done.run();
                },
                failure -> {
                    refused.accept(words(failure));
                    load();
                });
    }

    private static String words(Throwable failure) {
        return failure instanceof IllegalArgumentException || failure instanceof RefusedException
                ? String.valueOf(failure.getMessage())
                : "Nothing was changed: MongoDB did not confirm it. Try again.";
    }
}

package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.contextmenu.MenuItem;
import com.vaadin.flow.component.contextmenu.SubMenu;
import com.vaadin.flow.component.menubar.MenuBar;
import com.vaadin.flow.component.menubar.MenuBarVariant;
import io.lockkeeper.console.ask.locks.Grouping;
import io.lockkeeper.console.ask.locks.ListColumn;
import io.lockkeeper.console.ask.locks.ListLook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The menu for the look of the list: its groups, its columns and the height of its rows. Each choice stands in the address. */
final class DisplayMenu extends MenuBar {

    private final Consumer<ListLook> choose;
    private final Supplier<Set<ListColumn>> present;
    private final List<Choice> choices = new ArrayList<>();
    private final MenuItem fold;
    private ListLook look = ListLook.USUAL;
    private @Nullable MenuItem job;

    /** @param chosen whether it is by how the list looks */
    private record Choice(MenuItem item, Predicate<ListLook> chosen) {}

    /** @param present the columns that are shown */
    DisplayMenu(Consumer<ListLook> choose, Supplier<Set<ListColumn>> present) {
        this.choose = choose;
        this.present = present;
        addThemeVariants(MenuBarVariant.LUMO_TERTIARY, MenuBarVariant.LUMO_SMALL);
        addClassName("display-menu");
        SubMenu menu = addItem("Display").getSubMenu();
        for (Grouping group : Grouping.values()) {
            choice(menu, group.title(), it -> it.group() == group, it -> it.grouped(group));
        }
        fold = choice(menu, "Fold groups", ListLook::folded, it -> it.folded(!it.folded()));
        menu.addSeparator();
        columns(menu.addItem("Columns").getSubMenu());
        choice(menu, "High rows", ListLook::roomy, it -> it.withRoom(!it.roomy()));
        menu.addSeparator();
        menu.addItem("As usual", click -> {
            choose.accept(ListLook.USUAL);
            getElement().executeJs("window.lockkeeper.forgetsColumns()");
        });
        show(look);
    }

    void show(ListLook wanted) {
        look = wanted;
        fold.setEnabled(look.group() != Grouping.NONE);
        choices.forEach(choice -> {
            boolean chosen = choice.chosen.test(look);
            if (choice.item.isChecked() != chosen) {
                choice.item.setChecked(chosen);
            }
        });
    }

    /** Offers the column of jobs only while the documents of the listed locks show jobs. */
    void tellJobs(boolean told) {
        if (job != null && job.isEnabled() != told) {
            job.setEnabled(told);
            job.getElement().setAttribute("title", told ? "" : "No document of this library tells of a job");
        }
    }

    private void columns(SubMenu columns) {
        for (ListColumn column : ListColumn.OPTIONAL) {
            MenuItem item = choice(columns, column.title(), it -> present.get().contains(column), it -> {
                Set<ListColumn> shown = present.get();
                return it.with(column, !shown.contains(column), shown);
            });
            job = column == ListColumn.JOB ? item : job;
        }
        columns.addSeparator();
        choice(columns, "What there is room for", it -> it.columns().isEmpty(), ListLook::withUsualColumns);
    }

    /** A choice of the menu, which has already toggled the item's check mark. */
    private MenuItem choice(SubMenu in, String title, Predicate<ListLook> chosen, UnaryOperator<ListLook> change) {
        MenuItem item = in.addItem(title, click -> {
            choose.accept(change.apply(look));
            show(look);
        });
        item.setCheckable(true);
        choices.add(new Choice(item, chosen));
        return item;
    }
}

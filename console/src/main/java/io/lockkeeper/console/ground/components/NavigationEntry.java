package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.icon.VaadinIcon;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A page's place in the navigation, which its feature gives.
 *
 * @param order where it stands; the lowest first
 * @param title what it is called
 * @param icon what stands before the title
 * @param page where it leads
 * @param beneath pages that belong to that one
 * @param count what stands after the title, for example how many locks are held; empty for nothing
 * @param useful whether it is of use now to those who are no administrators
 */
public record NavigationEntry(
        int order,
        String title,
        VaadinIcon icon,
        Class<? extends Component> page,
        List<Class<? extends Component>> beneath,
        Function<LockCounts, String> count,
        BooleanSupplier useful) {

    public NavigationEntry(
            int order,
            String title,
            VaadinIcon icon,
            Class<? extends Component> page,
            List<Class<? extends Component>> beneath,
            Function<LockCounts, String> count) {
        this(order, title, icon, page, beneath, count, () -> true);
    }

    public NavigationEntry(
            int order,
            String title,
            VaadinIcon icon,
            Class<? extends Component> page,
            Function<LockCounts, String> count) {
        this(order, title, icon, page, List.of(), count);
    }

    /** Whether the page that is shown is this one or beneath it. */
    public boolean isFor(Class<?> shown) {
        return page == shown || beneath.contains(shown);
    }
}

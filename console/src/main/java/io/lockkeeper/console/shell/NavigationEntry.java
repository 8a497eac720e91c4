package io.lockkeeper.console.shell;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.board.BoardSnapshot;
import java.util.function.Function;

/**
 * A page's place in the navigation, which its feature gives.
 *
 * @param order where it stands; the lowest first
 * @param title what it is called
 * @param icon what stands before the title
 * @param page where it leads
 * @param count what stands behind the title, for example how many locks are held; empty for nothing
 */
public record NavigationEntry(
        int order,
        String title,
        VaadinIcon icon,
        Class<? extends Component> page,
        Function<BoardSnapshot, String> count) {}

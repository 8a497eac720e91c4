package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockScope;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * What stands after a page's title in the navigation. The page's {@code @Menu} has its title and place.
 *
 * @param beneath pages that belong to that one
 * @param count what is counted, for example how many locks are held; empty for nothing
 * @param useful whether the page is of use now to those who are no administrators
 */
public record NavigationCount(
        Class<? extends Component> page,
        List<Class<? extends Component>> beneath,
        Function<LockCounts, String> count,
        BooleanSupplier useful) {

    public NavigationCount(Class<? extends Component> page, Function<LockCounts, String> count) {
        this(page, List.of(), count, () -> true);
    }

    /** A count, short enough to fit beside the icon on a phone; the page shows all digits. Empty for none. */
    public static String words(long count) {
        if (count == 0) {
            return "";
        }
        return count < 100_000
                ? String.format(Locale.ROOT, "%,d", count)
                : String.format(Locale.ROOT, "%,dk", count / 1_000);
    }

    /** Whether the page that is shown is this one or beneath it. */
    public boolean isFor(Class<?> shown) {
        return page == shown || beneath.contains(shown);
    }

    /**
     * The counts in the navigation.
     *
     * @param scope whose locks they are
     * @param held how many locks are held
     * @param waiting how many requests wait
     */
    public record LockCounts(LockScope scope, int held, int waiting) {

        public LockCounts with(LockCounts other) {
            return new LockCounts(scope, held + other.held, waiting + other.waiting);
        }
    }
}

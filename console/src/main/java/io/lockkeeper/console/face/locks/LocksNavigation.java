package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ground.components.NavigationCount;
import java.util.List;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class LocksNavigation {

    @Bean
    NavigationCount locksEntry() {
        return new NavigationCount(LocksView.class, List.of(LockPage.class), locks -> count(locks.held()), () -> true);
    }

    /** Short enough to fit beside the icon on a phone; the page shows all digits. */
    private static String count(int held) {
        if (held == 0) {
            return "";
        }
        return held < 100_000
                ? String.format(Locale.ROOT, "%,d", held)
                : String.format(Locale.ROOT, "%,dk", held / 1_000);
    }
}

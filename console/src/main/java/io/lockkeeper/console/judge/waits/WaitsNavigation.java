package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.components.NavigationCount;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class WaitsNavigation {

    @Bean
    NavigationCount waitsEntry() {
        return new NavigationCount(WaitsView.class, locks -> count(locks.waiting()));
    }

    private static String count(int waiting) {
        return waiting == 0 ? "" : String.format(Locale.ROOT, "%,d", waiting);
    }
}

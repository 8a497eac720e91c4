package io.lockkeeper.console.judge.waits;

import io.lockkeeper.console.ground.components.NavigationCount;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class WaitsNavigation {

    @Bean
    NavigationCount waitsEntry() {
        return new NavigationCount(WaitsView.class, locks -> NavigationCount.words(locks.waiting()));
    }
}

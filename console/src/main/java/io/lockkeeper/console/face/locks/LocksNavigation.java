package io.lockkeeper.console.face.locks;

import io.lockkeeper.console.ground.components.NavigationCount;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class LocksNavigation {

    @Bean
    NavigationCount locksEntry() {
        return new NavigationCount(
                LocksView.class, List.of(LockPage.class), locks -> NavigationCount.words(locks.held()), () -> true);
    }
}

package io.lockkeeper.console.act.consent;

import io.lockkeeper.console.ground.components.NavigationCount;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class ConsentNavigation {

    /** Hidden while there is no rule: it would be of no use, even to administrators. */
    @Bean
    NavigationCount consentEntry(ConsentFeed feed) {
        return new NavigationCount(
                ConsentView.class,
                List.of(),
                locks -> NavigationCount.words(feed.waiting(locks.scope()).size()),
                feed::isUsed);
    }
}

package io.lockkeeper.console.act.consent;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class ConsentNavigation {

    /** Hidden while there is no rule: it would be of no use, even to administrators. */
    @Bean
    NavigationEntry consentEntry(ConsentFeed feed) {
        return new NavigationEntry(
                4,
                "Consent",
                VaadinIcon.EYE,
                ConsentView.class,
                List.of(),
                locks -> count(feed.waiting(locks.scope()).size()),
                feed::isUsed);
    }

    private static String count(int waiting) {
        return waiting == 0 ? "" : Integer.toString(waiting);
    }
}

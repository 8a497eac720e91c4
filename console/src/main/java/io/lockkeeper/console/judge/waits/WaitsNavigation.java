package io.lockkeeper.console.judge.waits;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class WaitsNavigation {

    @Bean
    NavigationEntry waitsEntry() {
        return new NavigationEntry(2, "Waits", VaadinIcon.SITEMAP, WaitsView.class, locks -> count(locks.waiting()));
    }

    private static String count(int waiting) {
        return waiting == 0 ? "" : String.format(Locale.ROOT, "%,d", waiting);
    }
}

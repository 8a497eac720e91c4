package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class OverviewNavigation {

    @Bean
    NavigationEntry overviewEntry() {
        return new NavigationEntry(0, "Overview", VaadinIcon.HOME, OverviewView.class, locks -> "");
    }
}

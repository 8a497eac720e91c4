package io.lockkeeper.console.face.settings;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class SettingsNavigation {

    @Bean
    NavigationEntry settingsEntry() {
        return new NavigationEntry(10, "Settings", VaadinIcon.COG, SettingsView.class, locks -> "");
    }
}

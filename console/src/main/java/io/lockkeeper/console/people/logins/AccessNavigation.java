package io.lockkeeper.console.people.logins;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class AccessNavigation {

    @Bean
    NavigationEntry accessEntry() {
        return new NavigationEntry(9, "Logins", VaadinIcon.SIGN_IN, AccessView.class, locks -> "");
    }
}

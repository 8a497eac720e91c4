package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class PastNavigation {

    @Bean
    NavigationEntry pastEntry() {
        return new NavigationEntry(5, "History", VaadinIcon.CLOCK, PastView.class, locks -> "");
    }
}

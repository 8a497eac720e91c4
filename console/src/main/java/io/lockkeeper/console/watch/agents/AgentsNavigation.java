package io.lockkeeper.console.watch.agents;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class AgentsNavigation {

    @Bean
    NavigationEntry agentsEntry() {
        return new NavigationEntry(4, "Agents", VaadinIcon.PLUG, AgentsView.class, locks -> "");
    }
}

package io.lockkeeper.console.judge.alerts;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
@EnableConfigurationProperties(AlertSettings.class)
class AlertConfiguration {

    @Bean
    NavigationEntry alertsEntry(AlertRounds rounds) {
        return new NavigationEntry(
                7,
                "Alerts",
                VaadinIcon.BELL,
                AlertsView.class,
                locks -> rounds.deadLetters() == 0 ? "" : Long.toString(rounds.deadLetters()));
    }
}

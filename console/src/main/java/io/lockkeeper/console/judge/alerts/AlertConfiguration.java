package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.components.NavigationCount;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
@EnableConfigurationProperties(AlertSettings.class)
class AlertConfiguration {

    @Bean
    NavigationCount alertsEntry(AlertRounds rounds) {
        return new NavigationCount(AlertsView.class, locks -> NavigationCount.words(rounds.deadLetters()));
    }
}

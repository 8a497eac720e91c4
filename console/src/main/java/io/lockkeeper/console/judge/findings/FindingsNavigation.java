package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.watch.heartbeat.FindingsCount;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class FindingsNavigation {

    @Bean
    NavigationCount findingsEntry(FindingsFeed feed) {
        return new NavigationCount(
                FindingsView.class,
                locks -> count(feed.latest(locks.scope()).findings().size(), feed.late()));
    }

    @Bean
    FindingsCount findingsCount(FindingsFeed feed) {
        return scope -> feed.latest(scope).findings().size();
    }

    /** The number stands first: the title of the page begins with it. */
    private static String count(int findings, String late) {
        return late.isEmpty() ? (findings == 0 ? "" : Integer.toString(findings)) : findings + ", " + late;
    }
}

package io.lockkeeper.console.findings;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.page.FindingsCount;
import io.lockkeeper.console.shell.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class FindingsNavigation {

    @Bean
    NavigationEntry findingsEntry(FindingsFeed feed) {
        return new NavigationEntry(
                3,
                "Findings",
                VaadinIcon.WARNING,
                FindingsView.class,
                locks -> count(feed.latest(locks.scope()).findings().size()));
    }

    @Bean
    FindingsCount findingsCount(FindingsFeed feed) {
        return scope -> feed.latest(scope).findings().size();
    }

    private static String count(int findings) {
        return findings == 0 ? "" : Integer.toString(findings);
    }
}

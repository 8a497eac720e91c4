package io.lockkeeper.console.foreign;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.NavigationEntry;
import io.lockkeeper.console.source.SourceFeeds;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class SourcesNavigation {

    /** Until there is a source, it is of use to administrators alone, who can add one. */
    @Bean
    NavigationEntry sourcesEntry(SourceFeeds feeds) {
        return new NavigationEntry(
                4,
                "Sources",
                VaadinIcon.DATABASE,
                SourcesView.class,
                List.of(SourceView.class),
                locks -> "",
                () -> !feeds.all(LockScope.present()).isEmpty());
    }
}

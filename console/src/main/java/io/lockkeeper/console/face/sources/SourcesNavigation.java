package io.lockkeeper.console.face.sources;

import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.source.SourceFeeds;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class SourcesNavigation {

    /** Until there is a source, it is useful only to administrators, who can add one. */
    @Bean
    NavigationCount sourcesEntry(SourceFeeds feeds) {
        return new NavigationCount(
                SourcesView.class,
                List.of(),
                locks -> "",
                () -> !feeds.all(LockScope.present()).isEmpty());
    }
}

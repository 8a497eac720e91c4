package io.lockkeeper.console.waits;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.shell.NavigationEntry;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class WaitsNavigation {

    @Bean
    NavigationEntry waitsEntry() {
        return new NavigationEntry(2, "Waits", VaadinIcon.SITEMAP, WaitsView.class, WaitsNavigation::count);
    }

    private static String count(BoardSnapshot board) {
        return board.waiting() == 0 ? "" : String.format(Locale.ROOT, "%,d", board.waiting());
    }
}

package io.lockkeeper.console.act.audit;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class AuditNavigation {

    @Bean
    NavigationEntry auditEntry() {
        return new NavigationEntry(6, "Audit", VaadinIcon.CLIPBOARD_TEXT, AuditView.class, locks -> "");
    }
}

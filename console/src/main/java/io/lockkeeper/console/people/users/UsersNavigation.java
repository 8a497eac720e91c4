package io.lockkeeper.console.people.users;

import com.vaadin.flow.component.icon.VaadinIcon;
import io.lockkeeper.console.ground.components.NavigationEntry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class UsersNavigation {

    @Bean
    NavigationEntry usersEntry() {
        return new NavigationEntry(8, "Users", VaadinIcon.USERS, UsersView.class, locks -> "");
    }
}

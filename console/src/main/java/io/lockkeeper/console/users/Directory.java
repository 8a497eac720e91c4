package io.lockkeeper.console.users;

import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.security.UserName;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/** Finds who logs in: among the stored users, and in the demo among its two accounts. */
@Component
class Directory implements UserDetailsService {

    private final UserAccounts accounts;
    private final DemoAccounts demo;

    Directory(UserAccounts accounts, DemoAccounts demo) {
        this.accounts = accounts;
        this.demo = demo;
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        if (!UserName.isAllowed(name)) {
            throw new UsernameNotFoundException("No name that a user can have");
        }
        ConsoleUser found = demo.find(name)
                .or(() -> accounts.findById(name).map(UserAccount::toConsoleUser))
                .orElseThrow(() -> new UsernameNotFoundException("Unknown"));
        return found;
    }

    /** The present stamps of those users that there are. */
    Map<String, String> stamps(Collection<String> names) {
        Map<String, String> stamps = new HashMap<>();
        accounts.findAllByNameIn(names).forEach(account -> stamps.put(account.name(), account.stamp()));
        names.forEach(name -> demo.find(name).ifPresent(user -> stamps.put(name, user.stamp())));
        return stamps;
    }
}

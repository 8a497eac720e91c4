package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.people.security.ConsoleUser;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/**
 * Finds users: stored ones and, in the demo, its two accounts. What an external login stored about a user is valid for a limited
 * time. After that the user is not found until the next login there, and sessions and tokens end.
 */
@Component
class Directory implements UserDetailsService {

    private static final Duration SHORTEST = Duration.ofSeconds(10);

    private final UserAccounts accounts;
    private final DemoAccounts demo;
    private final ServerClock clock;
    private final Duration validFor;

    Directory(
            UserAccounts accounts,
            DemoAccounts demo,
            ServerClock clock,
            @Value("${lockkeeper.login.valid-for:12h}") Duration validFor) {
        if (validFor.compareTo(SHORTEST) < 0) {
            throw new StartRefusedException("LOCKKEEPER_LOGIN_VALID_FOR is %s s; it must be at least %s s"
                    .formatted(validFor.toSeconds(), SHORTEST.toSeconds()));
        }
        this.accounts = accounts;
        this.demo = demo;
        this.clock = clock;
        this.validFor = validFor;
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        ConsoleUser found = demo.find(name)
                .or(() -> accounts.findById(name).filter(this::counts).map(UserAccount::toConsoleUser))
                .orElseThrow(() -> new UsernameNotFoundException("Unknown"));
        return found;
    }

    /** The present state of the users that exist. */
    Map<String, ConsoleUser> present(Collection<String> names) {
        Map<String, ConsoleUser> present = new HashMap<>();
        accounts.named(names).stream()
                .filter(this::counts)
                .forEach(account -> present.put(account.name(), account.toConsoleUser()));
        names.forEach(name -> demo.find(name).ifPresent(user -> present.put(name, user)));
        return present;
    }

    private boolean counts(UserAccount account) {
        return account.isConfirmedAfter(clock.now().minus(validFor));
    }
}

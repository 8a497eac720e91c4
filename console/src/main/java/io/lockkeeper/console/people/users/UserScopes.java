package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.scope.LockScope;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** The scopes that users are limited to. */
@Component
public class UserScopes {

    private final UserAccounts accounts;

    UserScopes(UserAccounts accounts) {
        this.accounts = accounts;
    }

    /**
     * The scopes of all stored users, each once. Waits for MongoDB.
     *
     * @throws DataAccessException if they cannot be read
     */
    public Set<LockScope> limited() {
        return accounts.byName().stream()
                .map(UserAccount::locks)
                .filter(LockScope::isLimited)
                .collect(Collectors.toSet());
    }
}

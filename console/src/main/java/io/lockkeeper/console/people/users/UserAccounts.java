package io.lockkeeper.console.people.users;

import io.lockkeeper.console.people.security.Role;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The stored users, by name. */
interface UserAccounts extends Repository<UserAccount, String> {

    UserAccount insert(UserAccount account);

    Optional<UserAccount> findById(String name);

    List<UserAccount> findAllByOrderByName();

    List<UserAccount> findAllByNameIn(Collection<String> names);

    long count();

    long countByRoleAndDisabledAndExternalIsNull(Role role, boolean disabled);
}

package io.lockkeeper.console.people.tokens;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

/** The stored tokens. */
interface AccessTokens extends Repository<AccessToken, String> {

    AccessToken insert(AccessToken token);

    Optional<AccessToken> findById(String id);

    List<AccessToken> findAllByUserOrderByCreatedAtDesc(String user);

    List<AccessToken> findAllByOrderByUserAscCreatedAtDesc(Limit most);

    long countByUser(String user);

    void deleteById(String id);
}

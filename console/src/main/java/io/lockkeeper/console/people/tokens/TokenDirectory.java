package io.lockkeeper.console.people.tokens;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.PersonalTokens;
import io.lockkeeper.console.people.security.TokenUser;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/**
 * Looks tokens up. The token and its user are read each time, so that revoking a token, or disabling, demoting or removing its user, takes
 * effect with the next request.
 */
@Component
final class TokenDirectory implements PersonalTokens {

    private static final Logger LOG = LoggerFactory.getLogger(TokenDirectory.class);
    private static final Duration NOTED_EVERY = Duration.ofMinutes(1);

    private final AccessTokens tokens;
    private final UserDetailsService users;
    private final MongoTemplate own;
    private final ServerClock clock;

    TokenDirectory(AccessTokens tokens, UserDetailsService users, MongoTemplate own, ServerClock clock) {
        this.tokens = tokens;
        this.users = users;
        this.own = own;
        this.clock = clock;
    }

    @Override
    public Found find(String presented, String address) {
        Optional<TokenSecret> secret = TokenSecret.of(presented);
        Optional<AccessToken> stored =
                secret.flatMap(it -> tokens.findById(it.id()).filter(token -> it.hasHash(token.hash())));
        if (stored.isEmpty()) {
            return new Nobodys();
        }
        AccessToken token = stored.get();
        Optional<ConsoleUser> user = token.isExpired(clock.now()) ? Optional.empty() : owner(token);
        user.ifPresent(unused -> note(token, address));
        return user.<Found>map(it -> new Usable(new TokenUser(token.id(), token.name(), it, token.expiresAt())))
                .orElseGet(() -> new Unusable(token.user(), token.name()));
    }

    @Override
    public Optional<ConsoleUser> user(String tokenId) {
        return tokens.findById(tokenId)
                .filter(token -> !token.isExpired(clock.now()))
                .flatMap(this::owner);
    }

    @Override
    public boolean isStill(TokenUser user) {
        return user(user.tokenId())
                .filter(now -> now.role() == user.user().role()
                        && now.scope().equals(user.user().scope()))
                .isPresent();
    }

    /** The user as it is now, with no more than the token's role and locks; empty if it may not log in. */
    private Optional<ConsoleUser> owner(AccessToken token) {
        try {
            return users.loadUserByUsername(token.user()) instanceof ConsoleUser user
                            && token.isOf(user)
                            && user.enabled()
                            && !user.mustChangePassword()
                    ? Optional.of(user.atMost(token.role(), token.most()))
                    : Optional.empty();
        } catch (UsernameNotFoundException e) {
            return Optional.empty();
        }
    }

    /** Records the use, which only informs people: if it cannot be written, the token is valid nevertheless. */
    private void note(AccessToken token, String address) {
        Instant now = clock.now();
        Instant last = token.lastUsedAt();
        if (last != null && last.plus(NOTED_EVERY).isAfter(now) && address.equals(token.lastUsedFrom())) {
            return;
        }
        try {
            own.updateFirst(
                    query(where("_id").is(token.id())),
                    new Update().set("lastUsedAt", now).set("lastUsedFrom", address),
                    AccessToken.class);
        } catch (DataAccessException e) {
            LOG.debug("The use of a token could not be noted", e);
        }
    }
}

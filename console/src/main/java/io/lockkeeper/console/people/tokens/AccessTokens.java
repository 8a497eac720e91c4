package io.lockkeeper.console.people.tokens;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The stored tokens. One that cannot be read has ended; it is left out, and named on the page Tokens and in the findings. */
@Component
class AccessTokens {

    private static final Sort LATEST_FIRST = Sort.by(Direction.DESC, "createdAt");

    private final OwnRecords records;
    private final MongoTemplate own;

    AccessTokens(OwnRecords records, MongoTemplate own) {
        this.records = records;
        this.own = own;
    }

    void insert(AccessToken token) {
        own.insert(token);
    }

    Optional<AccessToken> findById(String id) {
        return records.byId(id, AccessToken.class);
    }

    /** A user's, the latest first. */
    List<AccessToken> of(String user) {
        return records.find(query(where("user").is(user)).with(LATEST_FIRST), AccessToken.class);
    }

    /** The tokens of all users, by user. */
    List<AccessToken> all(int most) {
        return records.find(new Query().with(Sort.by("user").and(LATEST_FIRST)).limit(most), AccessToken.class);
    }

    /** The number of the user's tokens, also unreadable ones. */
    long countOf(String user) {
        return own.count(query(where("user").is(user)), AccessToken.class);
    }

    void deleteById(String id) {
        own.remove(query(where("_id").is(id)), AccessToken.class);
    }
}

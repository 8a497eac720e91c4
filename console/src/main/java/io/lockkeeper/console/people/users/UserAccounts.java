package io.lockkeeper.console.people.users;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.people.security.Role;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** The stored users, by name. One that cannot be read may not log in; it is left out, and named on the page Users and in the findings. */
@Component
class UserAccounts {

    private static final Query ALL = new Query();

    private final OwnRecords records;
    private final MongoTemplate own;

    UserAccounts(OwnRecords records, MongoTemplate own) {
        this.records = records;
        this.own = own;
    }

    void insert(UserAccount account) {
        own.insert(account);
    }

    Optional<UserAccount> findById(String name) {
        return records.byId(name, UserAccount.class);
    }

    /** Whether there is one, also if it cannot be read. */
    boolean exists(String name) {
        return own.exists(query(where("_id").is(name)), UserAccount.class);
    }

    List<UserAccount> byName() {
        return records.find(new Query().with(Sort.by("_id")), UserAccount.class);
    }

    List<UserAccount> named(Collection<String> names) {
        return records.find(query(where("_id").in(names)), UserAccount.class);
    }

    /** The number of users, also unreadable ones. */
    long count() {
        return own.count(ALL, UserAccount.class);
    }

    /** How many administrators can log in while no provider answers. */
    long administrators() {
        return own.count(
                query(where("role")
                        .is(Role.ADMIN)
                        .and("disabled")
                        .is(false)
                        .and("external")
                        .isNull()),
                UserAccount.class);
    }
}

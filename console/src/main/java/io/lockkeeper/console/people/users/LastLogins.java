package io.lockkeeper.console.people.users;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.people.security.LoginAttempted;
import io.lockkeeper.console.people.security.LoginAttempted.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Stores when each user last logged in, so that administrators find unused accounts. */
@Component
class LastLogins {

    private static final Logger LOG = LoggerFactory.getLogger(LastLogins.class);

    private final MongoTemplate template;
    private final ServerClock clock;

    LastLogins(MongoTemplate template, ServerClock clock) {
        this.template = template;
        this.clock = clock;
    }

    @EventListener
    void attempted(LoginAttempted login) {
        if (login.outcome() == Outcome.SUCCEEDED && !login.isByProgram()) {
            note(login.user());
        }
    }

    private void note(String user) {
        try {
            template.updateFirst(
                    query(where("_id").is(user)), new Update().set("lastLoginAt", clock.now()), UserAccount.class);
        } catch (DataAccessException e) {
            LOG.warn("The last login of {} could not be noted: {}", user, e.getMessage());
        }
    }
}

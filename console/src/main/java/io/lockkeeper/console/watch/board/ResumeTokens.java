package io.lockkeeper.console.watch.board;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.stereotype.Component;

/**
 * The change stream's place, kept in the console's own database so that a console that restarts continues where it stopped. A
 * place older than ten minutes is not used: replaying hours of events would keep the board from being live.
 */
@Component
class ResumeTokens {

    private static final Logger LOG = LoggerFactory.getLogger(ResumeTokens.class);
    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration USABLE = Duration.ofMinutes(10);

    private final MongoTemplate own;
    private Instant lastSaved = Instant.EPOCH;
    private boolean told;

    ResumeTokens(MongoTemplate own) {
        this.own = own;
    }

    Optional<BsonDocument> load(Instant now) {
        return Optional.ofNullable(stored())
                .filter(saved -> saved.at().isAfter(now.minus(USABLE)))
                .map(saved -> saved.token().toBsonDocument());
    }

    private @Nullable StreamPlace stored() {
        try {
            return own.findById(StreamPlace.BOARD, StreamPlace.class);
        } catch (DataAccessException e) {
            tell(e);
            return null;
        }
    }

    /** Saves the place, at most every five seconds. */
    void save(@Nullable BsonDocument token, Instant now) {
        if (token == null || now.isBefore(lastSaved.plus(EVERY))) {
            return;
        }
        lastSaved = now;
        try {
            own.save(new StreamPlace(StreamPlace.BOARD, new Document(token), now));
        } catch (DataAccessException e) {
            tell(e);
        }
    }

    /** The board lives without: after a restart it reads the collection. */
    private void tell(DataAccessException e) {
        if (!told) {
            told = true;
            LOG.warn("The place of the change stream cannot be kept in {}: {}", StreamPlace.COLLECTION, e.getMessage());
        }
    }
}

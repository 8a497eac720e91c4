package io.lockkeeper.examples.other;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.time.Duration;
import java.time.Instant;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;

/** One implementation of the same article's lock with an expiry and a hold count, which the article only describes in words. */
final class DrivenSpringExpiryForm implements Driven {

    private static final String NAME = "report";
    private static final Duration TTL = Duration.ofSeconds(4);
    private static final FindAndModifyOptions AFTER =
            FindAndModifyOptions.options().returnNew(true);

    private final MongoTemplate template = new MongoTemplate(Shop.connect(), Shop.DATABASE);
    private final String holder;

    DrivenSpringExpiryForm(String holder) {
        this.holder = holder;
    }

    @Override
    public String perform(String command) {
        return switch (command) {
            case "prepare" -> {
                template.indexOps("locks").createIndex(new Index("lockName", Sort.Direction.ASC).unique());
                template.insert(
                        new Document("lockName", NAME).append("expiresAt", null).append("holdCount", 0), "locks");
                yield "done";
            }
            case "acquire" -> Boolean.toString(acquire());
            case "renew" -> Boolean.toString(changed(isMine(), new Update().set("expiresAt", inTime())) != null);
            case "release" -> release();
            default -> throw Driven.unknown(command);
        };
    }

    /** Takes the lock if it is free, or held by this client and not expired. */
    private boolean acquire() {
        Criteria live = isMine().and("expiresAt").gt(Instant.now());
        Criteria free = new Criteria()
                .orOperator(where("holder").isNull(), where("expiresAt").lt(Instant.now()));
        return changed(live, new Update().inc("holdCount", 1).set("expiresAt", inTime())) != null
                || changed(
                                free,
                                Update.update("holder", holder)
                                        .set("lockedAt", Instant.now())
                                        .set("expiresAt", inTime())
                                        .set("holdCount", 1))
                        != null;
    }

    private String release() {
        Document left = changed(isMine(), new Update().inc("holdCount", -1));
        if (left == null) {
            return "false";
        }
        if (left.getInteger("holdCount") <= 0) {
            changed(
                    isMine().and("holdCount").lte(0),
                    Update.update("holder", null).set("expiresAt", null));
        }
        return "true";
    }

    private Criteria isMine() {
        return where("holder").is(holder);
    }

    private static Instant inTime() {
        return Instant.now().plus(TTL);
    }

    private @Nullable Document changed(Criteria condition, Update update) {
        Query ours = new Query(where("lockName").is(NAME)).addCriteria(condition);
        return template.findAndModify(ours, update, AFTER, Document.class, "locks");
    }
}

package io.lockkeeper.examples.other;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import java.time.Instant;
import org.bson.Document;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;

/** The lock that an article shows with Spring Data's {@code findAndModify}, over a document that somebody inserts once. */
final class DrivenSpringForm implements Driven {

    private static final String NAME = "report";
    private static final FindAndModifyOptions AFTER =
            FindAndModifyOptions.options().returnNew(true);

    private final MongoTemplate template = new MongoTemplate(Shop.connect(), Shop.DATABASE);
    private final String holder;

    DrivenSpringForm(String holder) {
        this.holder = holder;
    }

    @Override
    public String perform(String command) {
        return switch (command) {
            case "prepare" -> {
                template.insert(new Document("lockName", NAME), "locks");
                yield "done";
            }
            case "acquire" ->
                changed(
                        where("holder").isNull(),
                        Update.update("holder", holder).set("lockedAt", Instant.now()));
            case "release" -> changed(where("holder").is(holder), Update.update("holder", null));
            default -> throw Driven.unknown(command);
        };
    }

    private String changed(Criteria condition, Update update) {
        Query ours = new Query(where("lockName").is(NAME)).addCriteria(condition);
        return Boolean.toString(template.findAndModify(ours, update, AFTER, Document.class, "locks") != null);
    }
}

package io.lockkeeper.console.ground.store;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.time.Instant;
import org.bson.Document;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Reads and raises the version of the console's own data. */
@Component
class Versions {

    private final MongoTemplate template;

    Versions(MongoTemplate template) {
        this.template = template;
    }

    /** The version of the data; 0 where there is none yet. */
    int current() {
        Document found =
                template.findById(DataVersion.ID, Document.class, template.getCollectionName(DataVersion.class));
        if (found == null) {
            return 0;
        }
        if (found.get("version") instanceof Number version
                && version.doubleValue() == Math.max(0, version.intValue())) {
            return version.intValue();
        }
        throw new StartRefusedException(
                "The version of the console's data is no number: the document \"%s\" of the collection \"%s\" says %s. Repair it. Nothing was changed."
                        .formatted(
                                DataVersion.ID,
                                template.getCollectionName(DataVersion.class),
                                Formats.visible(String.valueOf(found.get("version")))));
    }

    /** Raises the version, unless somebody with a later token has migrated meanwhile. */
    void raise(int version, long token) {
        try {
            template.upsert(
                    query(where("_id").is(DataVersion.ID).and("token").lte(token)),
                    new Update().set("version", version).set("token", token).set("at", Instant.now()),
                    DataVersion.class);
        } catch (DuplicateKeyException e) {
            throw new StartRefusedException(
                    "Another console has taken over the migration of the console's data. Nothing is lost: start this one again.");
        }
    }
}

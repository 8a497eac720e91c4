package io.lockkeeper.console.ground.store;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.types.Binary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataRetrievalFailureException;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/**
 * Keys that all consoles of one database share, each made by the first that needs it. Where MongoDB denies storing one, it belongs only to
 * this console, until its end.
 */
@Component
public class Secrets {

    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);
    private static final int BYTES = 32;

    private final Map<String, byte[]> known = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final MongoTemplate template;
    private final ConsolePrivileges keeping;

    Secrets(MongoTemplate template, ConsolePrivileges keeping) {
        this.template = template;
        this.keeping = keeping;
    }

    /**
     * The key of that name.
     *
     * @throws DataRetrievalFailureException if somebody has changed the kept one by hand
     */
    public byte[] of(String name) {
        return known.computeIfAbsent(name, this::findOrMake).clone();
    }

    /** Whether keys outlast this console: MongoDB allows keeping them. */
    public boolean last() {
        return keeping.keepsKeys();
    }

    private byte[] findOrMake(String name) {
        byte[] made = new byte[BYTES];
        random.nextBytes(made);
        return keeping.keepsKeys() ? shared(name, made) : made;
    }

    private byte[] shared(String name, byte[] made) {
        String id = "secret:" + name;
        org.bson.Document found = template.findAndModify(
                query(where("_id").is(id)),
                new Update().setOnInsert("key", new Binary(made)),
                FindAndModifyOptions.options().upsert(true).returnNew(true),
                org.bson.Document.class,
                template.getCollectionName(Secret.class));
        if (Objects.requireNonNull(found, "an upsert answers the document").get("key") instanceof Binary key
                && key.length() == BYTES) {
            return key.getData();
        }
        String why =
                "The key in the document “%s” of the console’s own collection “%s” was changed by hand. Put it back, or delete the document: what it has encrypted or signed is lost then."
                        .formatted(id, template.getCollectionName(Secret.class));
        LOG.warn("{}", why);
        throw new DataRetrievalFailureException(why);
    }

    @Document("state")
    record Secret(@Id String id, Binary key) {}
}

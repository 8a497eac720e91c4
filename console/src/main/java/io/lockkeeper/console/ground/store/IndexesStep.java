package io.lockkeeper.console.ground.store;

import com.mongodb.MongoCommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.IndexDefinition;
import org.springframework.data.mongodb.core.index.MongoPersistentEntityIndexResolver;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;

/**
 * Makes the indexes that the documents declare. With the least privileges the console may not make them: {@code docker/roles.js},
 * which grants those, does.
 */
record IndexesStep(int number, String what, MongoTemplate template, MongoMappingContext documents)
        implements MigrationStep {

    private static final Logger LOG = LoggerFactory.getLogger(IndexesStep.class);
    private static final int UNAUTHORIZED = 13;

    /** The indexes of ten million records take minutes, longer than the console waits for any other answer. */
    private static final long LIMIT_HOURS = 1;

    @Override
    public void apply() {
        boolean unused = makeAll();
    }

    /** Creates the missing indexes, and returns whether the console may. */
    boolean makeAll() {
        boolean allowed = true;
        MongoPersistentEntityIndexResolver resolver = new MongoPersistentEntityIndexResolver(documents);
        for (MongoPersistentEntity<?> document : documents.getPersistentEntities()) {
            if (!document.isAnnotationPresent(Document.class)) {
                continue; // a part of a document
            }
            List<org.bson.Document> indexes = new ArrayList<>();
            resolver.resolveIndexFor(document.getTypeInformation()).forEach(index -> indexes.add(described(index)));
            if (!indexes.isEmpty()) {
                allowed &= make(document.getCollection(), indexes);
            }
        }
        return allowed;
    }

    private static org.bson.Document described(IndexDefinition index) {
        return new org.bson.Document(index.getIndexOptions()).append("key", index.getIndexKeys());
    }

    /** Creates all indexes of a collection in one command, so that the server reads a long history once. */
    private boolean make(String collection, List<org.bson.Document> indexes) {
        try {
            template.getDb()
                    .withTimeout(LIMIT_HOURS, TimeUnit.HOURS)
                    .runCommand(new org.bson.Document("createIndexes", collection).append("indexes", indexes));
            return true;
        } catch (MongoCommandException e) {
            if (e.getErrorCode() != UNAUTHORIZED) {
                throw e;
            }
            LOG.info("The console may not make the indexes of {}: docker/roles.js makes them", collection);
            return false;
        }
    }
}

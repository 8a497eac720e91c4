package io.lockkeeper.console.store;

import com.mongodb.MongoCommandException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.IndexDefinition;
import org.springframework.data.mongodb.core.index.MongoPersistentEntityIndexResolver;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;

/**
 * Makes the indexes that the documents declare: one such step for each version that declares new ones. With the least
 * privileges it may not, and whoever set those up has.
 */
record IndexesStep(int number, String what, MongoTemplate template, MongoMappingContext documents)
        implements MigrationStep {

    private static final Logger LOG = LoggerFactory.getLogger(IndexesStep.class);
    private static final int UNAUTHORIZED = 13;

    @Override
    public void apply() {
        MongoPersistentEntityIndexResolver resolver = new MongoPersistentEntityIndexResolver(documents);
        for (MongoPersistentEntity<?> document : documents.getPersistentEntities()) {
            if (!document.isAnnotationPresent(Document.class)) {
                continue; // a part of a document
            }
            resolver.resolveIndexFor(document.getTypeInformation()).forEach(index -> make(document, index));
        }
    }

    private void make(MongoPersistentEntity<?> document, IndexDefinition index) {
        try {
            template.indexOps(document.getCollection()).createIndex(index);
        } catch (DataAccessException e) {
            if (!(e.getCause() instanceof MongoCommandException denied) || denied.getErrorCode() != UNAUTHORIZED) {
                throw e;
            }
            LOG.info(
                    "The console may not make the indexes of {}: deploy/roles.js makes them", document.getCollection());
        }
    }
}

package io.lockkeeper.console.store;

import com.mongodb.MongoCommandException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.index.IndexDefinition;
import org.springframework.data.mongodb.core.index.MongoPersistentEntityIndexResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoPersistentEntity;
import org.springframework.stereotype.Component;

/** Makes the indexes that the documents declare. With the least privileges it may not, and whoever set those up has. */
@Component
class IndexesStep implements MigrationStep {

    private static final Logger LOG = LoggerFactory.getLogger(IndexesStep.class);
    private static final int UNAUTHORIZED = 13;

    private final MongoTemplate template;
    private final MongoMappingContext documents;

    IndexesStep(MongoTemplate template, MongoMappingContext documents) {
        this.template = template;
        this.documents = documents;
    }

    @Override
    public int number() {
        return 1;
    }

    @Override
    public String what() {
        return "indexes";
    }

    @Override
    public void apply() {
        MongoPersistentEntityIndexResolver resolver = new MongoPersistentEntityIndexResolver(documents);
        for (MongoPersistentEntity<?> document : documents.getPersistentEntities()) {
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
                    "The console may not make the indexes of {}: docker/roles.js makes them", document.getCollection());
        }
    }
}

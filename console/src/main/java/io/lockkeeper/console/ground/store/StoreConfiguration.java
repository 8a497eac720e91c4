package io.lockkeeper.console.ground.store;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.console.ground.scope.StoredScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.MongoTransactionManager;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.SimpleMongoClientDatabaseFactory;
import org.springframework.data.mongodb.core.convert.DefaultMongoTypeMapper;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The console's own database, for Spring Data: users, audit, alerts and state. It is separate from the locks', because services
 * may usually write everything in theirs, and could make themselves administrators.
 *
 * <p>See docs/maintainers/decided-and-why.md#what-the-console-remembers.
 */
@Configuration
class StoreConfiguration {

    @Bean
    StoreName storeName(
            @Value("${spring.mongodb.uri}") String uri, @Value("${lockkeeper.console.database:}") String given) {
        String locks = Objects.requireNonNull(new ConnectionString(uri).getDatabase(), "checked at start");
        return StoreName.of(given, locks);
    }

    /** The documents carry no names of classes, so that classes may move. */
    @Bean
    MongoTemplate mongoTemplate(MongoClient client, StoreName name, MappingMongoConverter converter) {
        converter.setTypeMapper(new DefaultMongoTypeMapper(null));
        return new MongoTemplate(new SimpleMongoClientDatabaseFactory(client, name.value()), converter);
    }

    @Bean
    MongoCustomConversions conversions(List<StoredForm<?>> forms) {
        List<Object> all = new ArrayList<>(forms);
        all.add(new StoredScope());
        all.add(new StoredMoment());
        return new MongoCustomConversions(all);
    }

    @Bean
    TransactionTemplate transactions(MongoTemplate own) {
        return new TransactionTemplate(new MongoTransactionManager(own.getMongoDatabaseFactory()));
    }

    @Bean
    MigrationStep indexesStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(1, "indexes", own, documents);
    }

    @Bean
    MigrationStep historyStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(5, "indexes of the history", own, documents);
    }

    @Bean
    MigrationStep pastStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(6, "indexes of the past", own, documents);
    }

    @Bean
    MigrationStep alertsStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(7, "indexes of the alerts", own, documents);
    }

    @Bean
    MigrationStep tokensStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(8, "indexes of the tokens", own, documents);
    }

    @Bean
    MigrationStep foreignHoldsStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(9, "indexes of other libraries' locks", own, documents);
    }

    @Bean
    MigrationStep foreignPastStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(10, "indexes of other libraries' past", own, documents);
    }

    @Bean
    MigrationStep digestsStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(11, "indexes of the digests", own, documents);
    }

    @Bean
    MigrationStep sightingsStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(12, "indexes of the findings", own, documents);
    }

    @Bean
    MigrationStep minutesStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(13, "indexes of the last hour", own, documents);
    }

    @Bean
    MigrationStep quartersStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(14, "indexes of the last week", own, documents);
    }

    @Bean
    MigrationStep sourceWaitsStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(15, "indexes of waits in sources", own, documents);
    }

    @Bean
    MigrationStep auditStep(MongoDatabase locks, MongoTemplate own) {
        return new CopyStep(2, locks, "audit", own.getDb(), "audit");
    }

    @Bean
    MigrationStep stateStep(MongoDatabase locks, MongoTemplate own) {
        return new CopyStep(3, locks, "console_state", own.getDb(), "streams");
    }
}

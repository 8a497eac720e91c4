package io.lockkeeper.console.ground.store;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import io.lockkeeper.console.ground.scope.StoredScope;
import io.lockkeeper.model.StoredTimes;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
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
    MongoCustomConversions conversions() {
        return new MongoCustomConversions(List.of(new StoredScope(), new StoredMoment()));
    }

    @Bean
    TransactionTemplate transactions(MongoTemplate own) {
        return new TransactionTemplate(new MongoTransactionManager(own.getMongoDatabaseFactory()));
    }

    @Bean
    MigrationStep indexesStep(MongoTemplate own, MongoMappingContext documents) {
        return new IndexesStep(1, "indexes", own, documents);
    }

    /**
     * Reads a date out of the console's own documents as out of locks: outside the years 1 to 9999 it is damage. What would calculate with it, a page
     * or a chart, would fail for all that it shows.
     */
    @ReadingConverter
    private static final class StoredMoment implements Converter<Date, Instant> {

        @Override
        public Instant convert(Date stored) {
            long millis = stored.toInstant().toEpochMilli();
            return StoredTimes.ofMillis(millis)
                    .orElseThrow(() -> new IllegalArgumentException(
                            String.format(Locale.ROOT, "The date %d ms lies outside the years 1 to 9999", millis)));
        }
    }
}

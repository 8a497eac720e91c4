package io.lockkeeper.agent.store;

import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.model.SystemDatabases;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/**
 * A handle of Lockkeeper's own on a database that an application's client opens: codecs, concerns and preference are set here, so that
 * neither a connection string nor the client's settings change what is sent or how an answer is read. Time limits are set with each command.
 */
public final class OwnHandle {

    /** The driver's default codecs. */
    public static final CodecRegistry CODECS = Bson.DEFAULT_CODEC_REGISTRY;

    private OwnHandle() {}

    /**
     * Opens one; asks the server nothing.
     *
     * @throws IllegalArgumentException if the database is one of MongoDB's own, or has a name that none can have
     */
    public static MongoDatabase on(MongoClient client, String database) {
        return on(client.getDatabase(SystemDatabases.require(database)));
    }

    /** A handle derived from the application's, whose time limit it keeps. */
    public static MongoDatabase on(MongoDatabase database) {
        return database.withCodecRegistry(CODECS)
                .withReadConcern(ReadConcern.MAJORITY)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }
}

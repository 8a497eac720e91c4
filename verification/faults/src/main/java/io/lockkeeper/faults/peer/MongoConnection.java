package io.lockkeeper.faults.peer;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.concurrent.TimeUnit;

/** The driver as docs/reference/operations.md recommends it, for all that keep their locks in MongoDB. */
final class MongoConnection {

    static final String DATABASE = "peers";

    private MongoConnection() {}

    static MongoClient to(String address) {
        return MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(address))
                .applyToServerSettings(server -> server.heartbeatFrequency(1, TimeUnit.SECONDS))
                .applyToSocketSettings(
                        socket -> socket.connectTimeout(2, TimeUnit.SECONDS).readTimeout(2, TimeUnit.SECONDS))
                .build());
    }
}

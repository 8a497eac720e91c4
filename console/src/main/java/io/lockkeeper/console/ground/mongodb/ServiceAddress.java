package io.lockkeeper.console.ground.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoCredential;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The address by which services reach the MongoDB that the console watches, with a placeholder for their user and password instead of the
 * console's.
 */
@Component
public final class ServiceAddress {

    private final ConnectionString address;

    ServiceAddress(@Value("${spring.mongodb.uri}") String uri) {
        address = new ConnectionString(uri);
    }

    /** The database that has the locks. */
    public String database() {
        return Objects.requireNonNull(address.getDatabase(), "checked at start");
    }

    public String uri() {
        String scheme = address.isSrvProtocol() ? "mongodb+srv" : "mongodb";
        String user = address.getCredential() == null ? "" : "USER:PASSWORD@";
        List<String> options = options();
        return "%s://%s%s/%s%s"
                .formatted(
                        scheme,
                        user,
                        String.join(",", address.getHosts()),
                        database(),
                        options.isEmpty() ? "" : "?" + String.join("&", options));
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        if (address.getRequiredReplicaSetName() != null) {
            options.add("replicaSet=" + address.getRequiredReplicaSetName());
        }
        if (Boolean.TRUE.equals(address.getSslEnabled()) && !address.isSrvProtocol()) {
            options.add("tls=true");
        }
        MongoCredential credential = address.getCredential();
        if (credential != null && !credential.getSource().equals(database())) {
            options.add("authSource=" + credential.getSource());
        }
        return options;
    }
}

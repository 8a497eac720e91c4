package io.lockkeeper.desktop;

import com.mongodb.ConnectionString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.Document;

/**
 * A cluster that the desktop application knows.
 *
 * @param name what its user calls it
 * @param uri the address, which may hold a password
 * @param caFile certificates to trust, as PEM; empty for those of the system
 * @param keyFile the client's certificate and key, as PEM; empty for none
 */
record KnownConnection(String name, String uri, String caFile, String keyFile) {

    static final String TLS = "desktop";

    static KnownConnection of(Document kept) {
        return new KnownConnection(
                kept.getString("name"),
                kept.getString("uri"),
                Objects.requireNonNullElse(kept.getString("caFile"), ""),
                Objects.requireNonNullElse(kept.getString("keyFile"), ""));
    }

    Document document() {
        return new Document("name", name)
                .append("uri", uri)
                .append("caFile", caFile)
                .append("keyFile", keyFile);
    }

    String database() {
        return Objects.requireNonNull(new ConnectionString(uri).getDatabase(), "checked by the form");
    }

    /** The address without the password. */
    String where() {
        ConnectionString parsed = new ConnectionString(uri);
        String user = parsed.getUsername() == null ? "" : parsed.getUsername() + "@";
        return user + String.join(",", parsed.getHosts()) + "/" + parsed.getDatabase();
    }

    boolean hasTlsFiles() {
        return !caFile.isEmpty() || !keyFile.isEmpty();
    }

    /** The console's settings for it. */
    Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("spring.mongodb.uri", uri);
        if (hasTlsFiles()) {
            settings.put("spring.mongodb.ssl.bundle", TLS);
        }
        String pem = "spring.ssl.bundle.pem." + TLS;
        if (!caFile.isEmpty()) {
            settings.put(pem + ".truststore.certificate", "file:" + caFile);
        }
        if (!keyFile.isEmpty()) {
            List.of("certificate", "private-key")
                    .forEach(part -> settings.put(pem + ".keystore." + part, "file:" + keyFile));
        }
        return settings;
    }

    /** The name without the address, which may hold a password. */
    @Override
    public String toString() {
        return name;
    }
}

package io.lockkeeper.desktop;

import com.mongodb.ConnectionString;
import io.lockkeeper.model.SystemDatabases;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The input of the connection page: an address, or its parts. */
record ConnectionForm(Map<String, String> fields) {

    private static final int LONGEST_NAME = 64;

    /** Reports that the form does not describe a connection; the message is a sentence for the page, and repeats no password. */
    static final class Fault extends Exception {

        Fault(String message) {
            super(message);
        }
    }

    String get(String field) {
        return fields.getOrDefault(field, "").strip();
    }

    KnownConnection connection() throws Fault {
        String uri = get("uri").isEmpty() ? fromParts() : get("uri");
        ConnectionString parsed = parsed(uri);
        if (parsed.getDatabase() == null) {
            throw new Fault(
                    "The address names no database. Add the services’ database, for example /app behind the hosts.");
        }
        Optional<String> refusal = SystemDatabases.refusal(parsed.getDatabase());
        if (refusal.isPresent()) {
            throw new Fault(refusal.get() + ". Name the services’ database; where users log in is authSource.");
        }
        file("caFile");
        file("keyFile");
        String name = get("name").isEmpty() ? parsed.getHosts().getFirst() + "/" + parsed.getDatabase() : get("name");
        if (name.length() > LONGEST_NAME) {
            throw new Fault(String.format(Locale.ROOT, "The name is longer than %d characters.", LONGEST_NAME));
        }
        return new KnownConnection(name, uri, get("caFile"), get("keyFile"));
    }

    private String fromParts() throws Fault {
        if (get("host").isEmpty() || get("database").isEmpty()) {
            throw new Fault("Type an address, or a host and a database.");
        }
        List<String> options = new ArrayList<>();
        if (!get("replicaSet").isEmpty()) {
            options.add("replicaSet=" + encoded(get("replicaSet")));
        }
        String user = "";
        if (!get("user").isEmpty()) {
            user = encoded(get("user")) + ":" + encoded(fields.getOrDefault("password", "")) + "@";
            options.add("authSource=" + encoded(get("authSource").isEmpty() ? "admin" : get("authSource")));
        }
        if (fields.containsKey("tls")
                || !get("caFile").isEmpty()
                || !get("keyFile").isEmpty()) {
            options.add("tls=true");
        }
        return "mongodb://%s%s/%s?%s".formatted(user, get("host"), encoded(get("database")), String.join("&", options));
    }

    private void file(String field) throws Fault {
        if (!get(field).isEmpty() && !Files.isReadable(Path.of(get(field)))) {
            throw new Fault("The file %s is not there, or cannot be read.".formatted(get(field)));
        }
    }

    private static ConnectionString parsed(String uri) throws Fault {
        try {
            return new ConnectionString(uri);
        } catch (IllegalArgumentException e) {
            throw new Fault(
                    "That is no MongoDB address: it has the form mongodb://host:27017/database?replicaSet=name");
        }
    }

    /** Without the values: one may be a password. */
    @Override
    public String toString() {
        return "fields " + fields.keySet();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

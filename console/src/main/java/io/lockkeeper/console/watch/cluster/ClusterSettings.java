package io.lockkeeper.console.watch.cluster;

import com.mongodb.ConnectionString;
import io.lockkeeper.console.ground.mongodb.OwnTimeLimits;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The clusters that the console watches beside its own.
 *
 * @param clusters the URI of each, by the name that pages and records give it
 */
@ConfigurationProperties("lockkeeper")
record ClusterSettings(@DefaultValue Map<String, String> clusters) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,29}");

    /** @throws StartRefusedException if a name or URI cannot be used; it never repeats the URI, which may hold a password */
    Map<String, ConnectionString> parsed() {
        Map<String, ConnectionString> parsed = new TreeMap<>();
        clusters.forEach((name, uri) -> parsed.put(checked(name), parsed(name, uri)));
        return parsed;
    }

    private static String checked(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new StartRefusedException(
                    "lockkeeper.clusters.%s: a cluster's name has up to 30 lower-case letters, digits and hyphens"
                            .formatted(name));
        }
        return name;
    }

    private static ConnectionString parsed(String name, String uri) {
        try {
            return new ConnectionString(OwnTimeLimits.in(uri));
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException(
                    "lockkeeper.clusters.%s is no MongoDB address: it has the form mongodb://host:27017/?replicaSet=name"
                            .formatted(name));
        }
    }
}

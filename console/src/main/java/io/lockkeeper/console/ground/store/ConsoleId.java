package io.lockkeeper.console.ground.store;

import com.mongodb.ConnectionString;
import com.mongodb.MongoException;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Distinguishes this console from others on the same host, for the names of its cookies: browsers send a host's cookies to all its ports.
 * Consoles on the same data behind one address have the same id. Those whose addresses are the same, as in two Compose stacks, differ by a
 * key of their own databases or, where that cannot be stored, only by their addresses.
 */
@Component
public final class ConsoleId {

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleId.class);
    private static final int BYTES = 4;
    private static final byte[] NO_KEY = {};

    private final String text;

    ConsoleId(
            @Value("${spring.mongodb.uri}") String uri,
            @Value("${server.port:8080}") int port,
            StoreName store,
            Migration migration,
            Secrets secrets) {
        text = text(uri, port, store, key(migration, secrets));
    }

    public String text() {
        return text;
    }

    /** Asked before the migration: nothing may be written where that will refuse to. */
    private static byte[] key(Migration migration, Secrets secrets) {
        try {
            migration.requireOwnData();
            return secrets.of("console-id");
        } catch (StartRefusedException | DataAccessException | MongoException e) {
            LOG.debug("The console's id rests on its addresses only", e);
            return NO_KEY;
        }
    }

    static String text(String uri, int port, StoreName store, byte[] key) {
        List<String> hosts =
                new ConnectionString(uri).getHosts().stream().sorted().toList();
        return hash("%s %s %s %s"
                .formatted(hosts, store.value(), port, HexFormat.of().formatHex(key)));
    }

    private static String hash(String of) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(of.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}

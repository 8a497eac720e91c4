package io.lockkeeper.console.ground.store;

import com.mongodb.ConnectionString;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Tells this console from others on the same host, for the names of its cookies: browsers send a host's cookies to all its ports.
 * Consoles on the same data behind one address have the same id.
 */
@Component
public final class ConsoleId {

    private static final int BYTES = 4;

    private final String text;

    ConsoleId(@Value("${spring.mongodb.uri}") String uri, @Value("${server.port:8080}") int port, StoreName store) {
        List<String> hosts =
                new ConnectionString(uri).getHosts().stream().sorted().toList();
        text = hash("%s %s %s".formatted(hosts, store.value(), port));
    }

    public String text() {
        return text;
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

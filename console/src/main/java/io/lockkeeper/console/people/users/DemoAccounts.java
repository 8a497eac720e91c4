package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * The demo's two accounts, {@code viewer} and {@code operator}, whose passwords are their names. They exist only in memory, so that none is
 * left in a database, and only while the console listens only on this machine.
 */
@Component
class DemoAccounts {

    private static final Logger LOG = LoggerFactory.getLogger(DemoAccounts.class);

    private final Map<String, ConsoleUser> users;

    DemoAccounts(
            @Value("${lockkeeper.users.demo:false}") boolean demo,
            @Value("${server.address:}") String address,
            PasswordEncoder encoder) {
        if (demo && !isLoopback(address)) {
            throw new StartRefusedException(
                    "LOCKKEEPER_USERS_DEMO creates accounts with well-known passwords, and the console would listen on %s. Set SERVER_ADDRESS to 127.0.0.1, or do not create the demo's accounts."
                            .formatted(address.isBlank() ? "every address" : address));
        }
        users = demo
                ? Map.of(
                        "viewer", account("viewer", Role.VIEWER, encoder),
                        "operator", account("operator", Role.OPERATOR, encoder))
                : Map.of();
        if (demo) {
            LOG.warn("The demo's accounts viewer and operator are open to everybody on this machine");
        }
    }

    Optional<ConsoleUser> find(String name) {
        return Optional.ofNullable(users.get(name));
    }

    private static ConsoleUser account(String name, Role role, PasswordEncoder encoder) {
        String hash = String.valueOf(encoder.encode(name));
        return new ConsoleUser(name, hash, role, true, false, ConsoleUser.DEMO);
    }

    private static boolean isLoopback(String address) {
        try {
            return !address.isBlank() && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}

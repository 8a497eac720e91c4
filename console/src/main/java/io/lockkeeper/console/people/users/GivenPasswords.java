package io.lockkeeper.console.people.users;

import io.lockkeeper.console.ground.store.StartRefusedException;
import io.lockkeeper.console.ground.store.StoreReady;
import io.lockkeeper.console.people.security.PasswordRule;
import io.lockkeeper.console.people.security.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/**
 * The passwords of {@code viewer} and {@code operator} that consoles before 0.1 took from the environment with each start.
 * They are taken over once, when the users come into the database.
 */
@Component
class GivenPasswords {

    private static final Logger LOG = LoggerFactory.getLogger(GivenPasswords.class);
    private static final Pattern HASH = Pattern.compile("\\{bcrypt}\\$2[aby]\\$\\d\\d\\$[./A-Za-z0-9]{53}");

    private final Map<Role, String> given = new LinkedHashMap<>();
    private final PasswordEncoder encoder;
    private boolean taken;

    GivenPasswords(
            @Value("${lockkeeper.users.viewer-password:}") String viewer,
            @Value("${lockkeeper.users.operator-password:}") String operator,
            PasswordEncoder encoder) {
        this.encoder = encoder;
        take(Role.VIEWER, viewer);
        take(Role.OPERATOR, operator);
    }

    /** By role, which is also the user's name. */
    Map<Role, String> hashes() {
        Map<Role, String> hashes = new LinkedHashMap<>();
        given.forEach((role, password) -> hashes.put(
                role, HASH.matcher(password).matches() ? password : String.valueOf(encoder.encode(password))));
        return hashes;
    }

    /** The users of the environment are in the database now. */
    void take() {
        taken = true;
    }

    /** A password that was changed in the environment would otherwise never work, and nothing would say why. */
    @EventListener
    void ready(StoreReady ready) {
        if (!taken && !given.isEmpty()) {
            LOG.warn(
                    "{} ignored: the users have been in the database since an earlier start. Change passwords on the page Users, and remove this from the environment",
                    given.keySet().stream()
                            .map(role -> "LOCKKEEPER_USERS_%s_PASSWORD".formatted(role))
                            .collect(Collectors.joining(" and ", "", given.size() == 1 ? " is" : " are")));
        }
    }

    private void take(Role role, String password) {
        if (password.isBlank()) {
            return;
        }
        if (!HASH.matcher(password).matches()) {
            PasswordRule.fault("", password).ifPresent(fault -> {
                throw new StartRefusedException(
                        "LOCKKEEPER_USERS_%s_PASSWORD cannot be used. %s".formatted(role, fault));
            });
        }
        given.put(role, password);
    }
}

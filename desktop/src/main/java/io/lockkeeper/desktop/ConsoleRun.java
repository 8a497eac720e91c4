package io.lockkeeper.desktop;

import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.face.frame.FrameLink;
import io.lockkeeper.console.people.security.Role;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.env.MapPropertySource;

/** The console that the window shows: none, or one at a time. Thread-safe; no method waits for its start. */
final class ConsoleRun {

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleRun.class);

    private final DesktopUser user;
    private final OneTimeLogins logins;
    private final SignsOfLife life;
    private final String gate;
    private final KeptPort port;
    private volatile State state = new Idle();
    private @Nullable ConfigurableApplicationContext context;

    /** The state of the run. */
    sealed interface State {}

    record Idle() implements State {}

    record Starting(KnownConnection connection) implements State {}

    record Up(KnownConnection connection, int port) implements State {}

    record Failed(String why) implements State {}

    /** @param gate the address of the pages about connections */
    ConsoleRun(DesktopUser user, OneTimeLogins logins, SignsOfLife life, String gate, KeptPort port) {
        this.user = user;
        this.logins = logins;
        this.life = life;
        this.gate = gate;
        this.port = port;
    }

    State state() {
        return state;
    }

    /** Starts the console for a connection, in place of the one that runs. */
    void start(KnownConnection connection) {
        state = new Starting(connection);
        Thread unused = Thread.ofPlatform().name("console").daemon().start(() -> replace(connection));
    }

    /** Shows that no console can be started, and why. */
    void fail(String why) {
        LOG.error("{}", why);
        state = new Failed(why);
    }

    synchronized void stop() {
        if (context != null) {
            context.close();
            context = null;
        }
    }

    private synchronized void replace(KnownConnection connection) {
        if (!isWanted(connection)) {
            return; // another was chosen meanwhile
        }
        stop();
        try {
            ConfigurableApplicationContext started = run(connection);
            context = started;
            int listens = started.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            if (isWanted(connection)) {
                state = new Up(connection, listens);
            }
        } catch (RuntimeException e) {
            fail("The console for %s did not start: %s".formatted(connection, e.getMessage()));
        }
    }

    private boolean isWanted(KnownConnection connection) {
        return state instanceof Starting starting && starting.connection().equals(connection);
    }

    private ConfigurableApplicationContext run(KnownConnection connection) {
        SpringApplication application = new SpringApplication(ConsoleApplication.class);
        application.addListeners(new Settings(settings(connection)));
        application.addInitializers(
                context -> ((GenericApplicationContext) context).registerBean(DesktopDoor.class, this::door));
        application.addInitializers(context -> ((GenericApplicationContext) context)
                .registerBean(FrameLink.class, () -> new FrameLink("Connections", DesktopDoor.CONNECTIONS)));
        return application.run();
    }

    private DesktopDoor door() {
        return new DesktopDoor(logins, user.as(Role.OPERATOR), life, gate);
    }

    private Map<String, Object> settings(KnownConnection connection) {
        Map<String, Object> settings = new HashMap<>(connection.settings());
        settings.put("server.address", "127.0.0.1");
        settings.put("server.port", port.free());
        settings.put("server.servlet.context-path", "");
        settings.put("server.servlet.session.timeout", "7d");
        settings.put("server.servlet.session.cookie.name", "lockkeeper-desktop");
        settings.put("lockkeeper.users.first-administrator", false);
        settings.put("lockkeeper.trusted-proxies", "");
        settings.put("lockkeeper.allowed-hosts", "");
        return settings;
    }

    /** The console's settings, which take precedence over all others and appear in no command line. */
    private record Settings(Map<String, Object> values)
            implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

        @Override
        public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
            event.getEnvironment().getPropertySources().addFirst(new MapPropertySource("desktop", values));
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}

package io.lockkeeper.console.api;

import io.lockkeeper.console.people.security.PersonalTokens;
import io.lockkeeper.console.people.security.TokenUser;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/** Answers requests with server-sent events, each on the request's own thread until it is over. */
@Component
final class EventStreams {

    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

    private final Listeners listeners;
    private final PersonalTokens tokens;

    EventStreams(Listeners listeners, PersonalTokens tokens) {
        this.listeners = listeners;
        this.tokens = tokens;
    }

    /**
     * Returns when it is over.
     *
     * @param subscribe has each new state brought to what it is given, until what it answers is run
     * @throws ProblemException if too many listen
     */
    <T> void serve(
            TokenUser user,
            HttpServletResponse response,
            Function<Consumer<T>, Runnable> subscribe,
            Listener.Teller<T> teller)
            throws IOException {
        try (Listeners.Place<T> place = listeners.open(user.user().name())) {
            Runnable unsubscribe = subscribe.apply(place.box()::put);
            try {
                serve(place.box(), user, response, teller);
            } finally {
                unsubscribe.run();
            }
        } catch (IOException gone) {
            LOG.debug("A listener has gone: user={}", user.user().name(), gone);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private <T> void serve(Mailbox<T> box, TokenUser user, HttpServletResponse response, Listener.Teller<T> teller)
            throws IOException, InterruptedException {
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setCharacterEncoding("UTF-8");
        response.setHeader("X-Accel-Buffering", "no"); // a proxy that collects it sends nothing
        response.flushBuffer();
        new Listener<>(box, teller, tokens, user).serve(new EventWriter(response.getOutputStream()));
    }
}

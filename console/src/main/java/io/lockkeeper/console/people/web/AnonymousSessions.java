package io.lockkeeper.console.people.web;

import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionBindingEvent;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * Bounds the sessions of visitors who have not logged in: each ends after minutes, and there are few for each address.
 * When there are too many, the oldest session of the address that has the most ends: a flood ends its own. Thread-safe.
 */
@Component
final class AnonymousSessions implements HttpSessionListener, HttpSessionAttributeListener {

    static final int PER_ADDRESS = 50;
    static final int IN_ALL = 2_000;
    private static final int NETWORK_BYTES = 8;
    /** Longer than the pause between two heartbeats of a page, so that an open login page stays usable. */
    private static final Duration LIFE = Duration.ofMinutes(6);

    private static final String ADDRESS = AnonymousSessions.class.getName() + ".address";
    private static final String LIFE_AFTER_LOGIN = AnonymousSessions.class.getName() + ".seconds";

    private final Map<String, SequencedSet<HttpSession>> byAddress = new HashMap<>();
    private int size;

    @Override
    public void sessionCreated(HttpSessionEvent event) {
        HttpSession session = event.getSession();
        session.setAttribute(ADDRESS, network());
        session.setAttribute(LIFE_AFTER_LOGIN, session.getMaxInactiveInterval());
        session.setMaxInactiveInterval((int) LIFE.toSeconds());
        HttpSession surplus = add(session);
        if (surplus != null) {
            end(surplus);
        }
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        remove(event.getSession());
    }

    /** Somebody logged in. */
    @Override
    public void attributeAdded(HttpSessionBindingEvent event) {
        if (event.getName().equals(HttpSessionSecurityContextRepository.SPRING_SECURITY_CONTEXT_KEY)) {
            remove(event.getSession());
            if (event.getSession().getAttribute(LIFE_AFTER_LOGIN) instanceof Integer seconds) {
                event.getSession().setMaxInactiveInterval(seconds);
            }
        }
    }

    synchronized int size() {
        return size;
    }

    /** Answers the session that has to end for it. */
    private synchronized @Nullable HttpSession add(HttpSession session) {
        SequencedSet<HttpSession> neighbours =
                byAddress.computeIfAbsent(addressOf(session), it -> new LinkedHashSet<>());
        neighbours.add(session);
        size++;
        if (neighbours.size() > PER_ADDRESS) {
            return neighbours.getFirst();
        }
        return size > IN_ALL ? oldestOfMost() : null;
    }

    private HttpSession oldestOfMost() {
        return byAddress.values().stream()
                .max(Comparator.comparingInt(SequencedSet::size))
                .orElseThrow()
                .getFirst();
    }

    private synchronized void remove(HttpSession session) {
        SequencedSet<HttpSession> neighbours = byAddress.get(addressOf(session));
        if (neighbours != null && neighbours.remove(session)) {
            size--;
            if (neighbours.isEmpty()) {
                byAddress.remove(addressOf(session));
            }
        }
    }

    private static void end(HttpSession session) {
        try {
            session.invalidate();
        } catch (IllegalStateException ended) {
            // it ended by itself meanwhile
        }
    }

    private static String addressOf(HttpSession session) {
        return String.valueOf(session.getAttribute(ADDRESS));
    }

    /** The visitor's address; of IPv6 only the network, of which a visitor may use every address. */
    private static String network() {
        String address = RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes now
                ? now.getRequest().getRemoteAddr()
                : "";
        return address.contains(":") ? network(address) : address;
    }

    /** The /64 of a literal IPv6 address: what one customer gets, and may change within as often as they like. */
    private static String network(String literal) {
        try {
            byte[] address = InetAddress.getByName(literal).getAddress();
            return address.length < NETWORK_BYTES
                    ? literal
                    : HexFormat.of().formatHex(Arrays.copyOf(address, NETWORK_BYTES));
        } catch (UnknownHostException e) {
            return literal;
        }
    }
}

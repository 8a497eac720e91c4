package io.lockkeeper.console.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds what the bodies of requests cost, whoever sends them: a body is at most {@value #LONGEST} bytes, has arrived in
 * full before any of it is parsed, and only {@value #AT_ONCE} are parsed at the same time. Forms are bounded by the server,
 * which has limits of its own; they, too, arrive in full before the other filters are entered, since a form that is sent
 * by half keeps all that its thread's stack refers to.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 20)
final class RequestBodies extends OncePerRequestFilter {

    /** The pages send a few hundred bytes; the longest legitimate body is a reason with its filters. */
    static final int LONGEST = 65_536;

    private static final int AT_ONCE = 32;
    private static final int PART = 2_048;
    private static final int NO_ROOM = 503;
    private static final int TOO_LARGE = 413;
    private static final int TOO_SLOW = 408;
    private static final Duration LONGEST_ARRIVAL = Duration.ofSeconds(10);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !hasBody(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (isForm(request)) {
            var unused = request.getParameterMap(); // this is when the server reads it
            chain.doFilter(request, response);
            return;
        }
        if (request.getContentLengthLong() > LONGEST) {
            refuse(response, TOO_LARGE);
            return;
        }
        byte[] body;
        try {
            body = read(request.getInputStream());
        } catch (IOException slowOrGone) {
            refuse(response, TOO_SLOW);
            return;
        }
        if (body.length > LONGEST) {
            refuse(response, TOO_LARGE);
        } else {
            pass(new ArrivedRequest(request, body), response, chain);
        }
    }

    private void pass(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!hasTurn()) {
            refuse(response, NO_ROOM);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            turns.release();
        }
    }

    private boolean hasTurn() {
        try {
            return turns.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** One byte more than allowed at most. The buffer grows with what has come: who sends nothing costs nothing. */
    private static byte[] read(InputStream in) throws IOException {
        long start = System.nanoTime();
        ByteArrayOutputStream body = new ByteArrayOutputStream(PART);
        byte[] part = new byte[PART];
        int count = in.read(part);
        while (count >= 0 && body.size() <= LONGEST) {
            body.write(part, 0, count);
            if (System.nanoTime() - start > LONGEST_ARRIVAL.toNanos()) {
                throw new SocketTimeoutException("The body takes longer than " + LONGEST_ARRIVAL);
            }
            count = in.read(part);
        }
        return body.toByteArray();
    }

    /** The connection is closed, so that nobody reads the rest. */
    private static void refuse(HttpServletResponse response, int status) {
        response.setHeader("Connection", "close");
        response.setStatus(status);
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    private static boolean isForm(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded");
    }
}

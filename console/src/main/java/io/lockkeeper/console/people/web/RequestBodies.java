package io.lockkeeper.console.people.web;

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
 * Bounds what the bodies of requests cost, for any method, type and address: a body is at most {@value #LONGEST} bytes and has arrived in
 * full before anything else reads it; only {@value #AT_ONCE} larger than {@value #SMALL} bytes arrive at the same time, and only so many
 * are parsed. A posted form is read by the server, which has a limit of its own, here and not later: a form that is half sent keeps all
 * that its thread's stack refers to.
 */
@Component
@Order(RequestBodies.ORDER)
public final class RequestBodies extends OncePerRequestFilter {

    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 20;

    /** The pages send a few hundred bytes; the longest legitimate body is a reason with its filters. */
    static final int LONGEST = 65_536;

    private static final int SMALL = 4_096;
    private static final int AT_ONCE = 32;
    private static final int PART = 2_048;
    private static final int NO_ROOM = 503;
    private static final int TOO_LARGE = 413;
    private static final int TOO_SLOW = 408;
    private static final Duration LONGEST_ARRIVAL = Duration.ofSeconds(10);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final Semaphore large = new Semaphore(AT_ONCE);
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !hasBody(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > LONGEST) {
            refuse(response, TOO_LARGE);
        } else if (isPostedForm(request)) {
            var unused = request.getParameterMap(); // this is when the server reads it
            chain.doFilter(request, response);
        } else {
            passOn(request, response, chain);
        }
    }

    private void passOn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        byte[] body;
        try {
            body = read(request.getInputStream());
        } catch (CrowdedException crowded) {
            refuse(response, NO_ROOM);
            return;
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

    /** Reads little more than allowed at most. Beyond {@value #SMALL} bytes it needs one of the few places. */
    private byte[] read(InputStream in) throws IOException {
        Body body = new Body(in);
        if (!body.read(SMALL)) {
            if (!large.tryAcquire()) {
                throw new CrowdedException();
            }
            try {
                boolean unused = body.read(LONGEST);
            } finally {
                large.release();
            }
        }
        return body.bytes.toByteArray();
    }

    /** A body that arrives; its buffer grows with what has come. */
    private static final class Body {

        private final InputStream in;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(PART);
        private final long start = System.nanoTime();

        Body(InputStream in) {
            this.in = in;
        }

        /** Reads until there are more bytes than {@code most}, or to the end; returns whether that was reached. */
        boolean read(int most) throws IOException {
            byte[] part = new byte[PART];
            int count = 0;
            while (count >= 0 && bytes.size() <= most) {
                count = in.read(part);
                bytes.write(part, 0, Math.max(count, 0));
                if (System.nanoTime() - start > LONGEST_ARRIVAL.toNanos()) {
                    throw new SocketTimeoutException("The body takes longer than " + LONGEST_ARRIVAL);
                }
            }
            return count < 0;
        }
    }

    /** Too many large bodies arrive at this moment. */
    private static final class CrowdedException extends IOException {}

    /** Closes the connection, so that the rest is not read. */
    private static void refuse(HttpServletResponse response, int status) {
        response.setHeader("Connection", "close");
        response.setStatus(status);
    }

    private static boolean hasBody(HttpServletRequest request) {
        return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
    }

    /** Whether the server reads the body as a form, which it does only for this method. */
    private static boolean isPostedForm(HttpServletRequest request) {
        String type = request.getContentType();
        return "POST".equals(request.getMethod())
                && type != null
                && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded");
    }
}

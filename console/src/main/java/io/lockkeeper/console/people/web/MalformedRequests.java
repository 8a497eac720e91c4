package io.lockkeeper.console.people.web;

import com.vaadin.flow.server.HandlerHelper.RequestType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses malformed input that no browser sends and that would fail later: escapes, numbers, weights, ranges. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 15)
final class MalformedRequests extends OncePerRequestFilter {

    private static final int NOT_SATISFIABLE = 416;
    private static final Pattern WRONG_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2})");
    private static final Pattern WRONG_WEIGHT = Pattern.compile(";\\s*q\\s*=(?!\\s*[01](\\.\\d*)?\\s*(,|;|$))");
    private static final Pattern WRONG_RANGE = Pattern.compile("^bytes=(?!\\d+-\\d*$|-\\d+$)");
    private static final Pattern PAGE_NUMBER = Pattern.compile("-?\\d{1,9}");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<String> fault = fault(request);
        if (fault.isPresent()) {
            refuse(response, HttpServletResponse.SC_BAD_REQUEST, fault.get());
        } else if (matches(WRONG_RANGE, request.getHeader("Range"))) {
            refuse(response, NOT_SATISFIABLE, "A file is sent whole, or one range of it as in bytes=0-99.");
        } else {
            chain.doFilter(request, response);
        }
    }

    private static Optional<String> fault(HttpServletRequest request) {
        if (matches(WRONG_ESCAPE, request.getQueryString())) {
            return Optional.of("The address has a % that two hexadecimal digits do not follow.");
        }
        if (matches(WRONG_WEIGHT, request.getHeader("Accept-Encoding"))) {
            return Optional.of("Accept-Encoding has a q that is no number from 0 to 1.");
        }
        return request.getQueryString() == null ? Optional.empty() : faultOfPage(request);
    }

    /** The fault in a page script's parameters. */
    private static Optional<String> faultOfPage(HttpServletRequest request) {
        String type = parameter(request, "v-r");
        if (type != null
                && Arrays.stream(RequestType.values())
                        .noneMatch(it -> it.getIdentifier().equals(type))) {
            return Optional.of("v-r names no kind of request that a page makes.");
        }
        String page = parameter(request, "v-uiId");
        return page != null && !PAGE_NUMBER.matcher(page).matches()
                ? Optional.of("v-uiId is no page's number.")
                : Optional.empty();
    }

    /** A parameter of the address: a body is read later, within its own limits. */
    private static @Nullable String parameter(HttpServletRequest request, String name) {
        return Arrays.stream(request.getQueryString().split("&", -1))
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst()
                .orElse(null);
    }

    private static boolean matches(Pattern fault, @Nullable String text) {
        return text != null && fault.matcher(text).find();
    }

    private static void refuse(HttpServletResponse response, int status, String sentence) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.getOutputStream().write(sentence.getBytes(StandardCharsets.UTF_8));
    }
}

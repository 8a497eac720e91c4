package io.lockkeeper.console.people.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.HtmlUtils;

/** The error pages, each with a way back to the console, wherever it is mounted. */
@Component
final class ErrorPages implements ErrorViewResolver {

    private final String notForYou = text("4xx");
    private final String failed = text("5xx");

    @Override
    public @Nullable ModelAndView resolveErrorView(
            HttpServletRequest request, HttpStatus status, Map<String, Object> model) {
        String page = (status.is5xxServerError() ? failed : notForYou)
                .replace("{context}", HtmlUtils.htmlEscape(request.getContextPath()));
        ModelAndView answer = new ModelAndView((values, unused, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.getOutputStream().write(page.getBytes(StandardCharsets.UTF_8));
        });
        answer.setStatus(status);
        return answer;
    }

    private static String text(String name) {
        try (InputStream in = ErrorPages.class.getResourceAsStream("/error-pages/" + name + ".html")) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

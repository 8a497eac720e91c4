package io.lockkeeper.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Answers refused requests in a servlet application, after all handlers of the application itself. */
public final class ServletLockProblems implements HandlerExceptionResolver, Ordered {

    private final Supplier<List<HttpMessageConverter<?>>> converters;

    /** @param converters of the application, asked for with the first refusal */
    public ServletLockProblems(Supplier<List<HttpMessageConverter<?>>> converters) {
        this.converters = converters;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        return response.isCommitted()
                ? null
                : LockProblem.of(failure)
                        .map(problem -> answer(request, response, problem))
                        .orElse(null);
    }

    private ModelAndView answer(HttpServletRequest request, HttpServletResponse response, ProblemDetail problem) {
        try {
            if (LockProblem.isForAPage(Collections.list(request.getHeaders(HttpHeaders.ACCEPT)))
                    || !write(problem, response)) {
                response.sendError(problem.getStatus(), problem.getDetail());
            }
            return new ModelAndView();
        } catch (IOException e) {
            throw new UncheckedIOException("The answer to a refused request could not be written", e);
        }
    }

    @SuppressWarnings("unchecked")
    private boolean write(ProblemDetail problem, HttpServletResponse response) throws IOException {
        for (HttpMessageConverter<?> each : converters.get()) {
            if (each.canWrite(ProblemDetail.class, MediaType.APPLICATION_PROBLEM_JSON)) {
                response.setStatus(problem.getStatus());
                ((HttpMessageConverter<Object>) each)
                        .write(problem, MediaType.APPLICATION_PROBLEM_JSON, new ServletServerHttpResponse(response));
                return true;
            }
        }
        return false;
    }
}

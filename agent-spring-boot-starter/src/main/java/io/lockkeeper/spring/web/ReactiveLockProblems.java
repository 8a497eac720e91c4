package io.lockkeeper.spring.web;

import java.util.List;
import java.util.function.Supplier;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers refused requests in a reactive application, after the handlers of the application's own and before that of Spring Boot. */
public final class ReactiveLockProblems implements WebExceptionHandler, Ordered {

    /** Before Spring Boot's own handler at -1, which answers everything that reaches it. */
    private static final int BEFORE_SPRING_BOOT = -2;

    private final Supplier<List<HttpMessageWriter<?>>> writers;

    /** @param writers of the application, asked for with the first refusal */
    public ReactiveLockProblems(Supplier<List<HttpMessageWriter<?>>> writers) {
        this.writers = writers;
    }

    @Override
    public int getOrder() {
        return BEFORE_SPRING_BOOT;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        return exchange.getResponse().isCommitted()
                ? Mono.error(failure)
                : LockProblem.of(failure)
                        .map(problem -> answer(exchange, problem, failure))
                        .orElseGet(() -> Mono.error(failure));
    }

    private Mono<Void> answer(ServerWebExchange exchange, ProblemDetail problem, Throwable failure) {
        HttpStatusCode status = HttpStatusCode.valueOf(problem.getStatus());
        if (LockProblem.isForAPage(exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.ACCEPT))) {
            return Mono.error(new ResponseStatusException(status, problem.getDetail(), failure));
        }
        return ServerResponse.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyValue(problem)
                .flatMap(response -> response.writeTo(exchange, new Writing(writers.get())));
    }

    private record Writing(List<HttpMessageWriter<?>> messageWriters) implements ServerResponse.Context {
        @Override
        public List<ViewResolver> viewResolvers() {
            return List.of();
        }
    }
}

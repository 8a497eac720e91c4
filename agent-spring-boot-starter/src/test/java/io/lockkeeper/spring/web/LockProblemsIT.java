package io.lockkeeper.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.spring.boot.Contexts;
import io.lockkeeper.spring.boot.LockProblemAutoConfiguration;
import io.lockkeeper.spring.reactive.ReactiveLocks;
import io.lockkeeper.test.MongoServer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import reactor.core.publisher.Mono;

/** What clients of a service are told whose request was refused its lock, over HTTP. */
@Timeout(120)
class LockProblemsIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final MongoDatabase DATABASE = MongoServer.shared().freshDatabase();
    private static final LockRequest REPORT = LockRequest.of("report").withLongestWait(Duration.ZERO);

    @SuppressWarnings("NullAway.Init")
    private static LockAgent other;

    @SuppressWarnings("NullAway.Init")
    private static Lease held;

    enum Stack {
        SERVLET,
        REACTIVE
    }

    private static final Map<Stack, ConfigurableApplicationContext> SERVICES = new EnumMap<>(Stack.class);

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext service;

    @BeforeAll
    static void hold() throws InterruptedException {
        other = LockAgent.connect(MongoServer.shared().client(), DATABASE.getName(), AgentOptions.forService("other"));
        held = other.acquire("report");
    }

    @AfterAll
    static void drop() {
        SERVICES.values().forEach(ConfigurableApplicationContext::close);
        held.close();
        other.close();
        DATABASE.drop();
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedRequestIs423WithAProblemThatTellsNothingOfTheHolder(Stack stack) throws Exception {
        service = SERVICES.computeIfAbsent(stack, LockProblemsIT::start);
        HttpResponse<String> busy = get("/busy", "application/json");
        assertThat(busy.statusCode()).isEqualTo(423);
        assertThat(busy.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(busy.body())
                .contains("\"status\":423", "\"title\":\"Locked\"", "Try again later")
                .doesNotContain("report", "other", "host");
        assertThat(get("/busy", "*/*").statusCode()).isEqualTo(423);
        assertThat(get("/later", "application/json").statusCode()).isEqualTo(423);

        HttpResponse<String> page = get("/busy", "text/html");
        assertThat(page.statusCode()).isEqualTo(423);
        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
    }

    @ParameterizedTest
    @EnumSource
    void aLockWhoseServerDoesNotAnswerIs503(Stack stack) throws Exception {
        service = SERVICES.computeIfAbsent(stack, LockProblemsIT::start);
        HttpResponse<String> away = get("/away", "application/json");
        assertThat(away.statusCode()).isEqualTo(503);
        assertThat(away.body()).contains("\"status\":503");
    }

    @ParameterizedTest
    @EnumSource
    void aRequestThatLostItsLockIs409WithAProblemThatTellsNothingOfTheLock(Stack stack) throws Exception {
        service = SERVICES.computeIfAbsent(stack, LockProblemsIT::start);
        for (String path : List.of("/lost", "/lost-later")) {
            HttpResponse<String> lost = get(path, "application/json");
            assertThat(lost.statusCode()).isEqualTo(409);
            assertThat(lost.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
            assertThat(lost.body())
                    .contains("\"status\":409", "Check what it has done before you try again")
                    .doesNotContain("order-17", "ann", "hangs");
        }
        assertThat(get("/lost", "text/html")
                        .headers()
                        .firstValue("Content-Type")
                        .orElseThrow())
                .startsWith("text/html");
    }

    @ParameterizedTest
    @EnumSource
    void whatTheApplicationMapsItselfIsLeftToIt(Stack stack) throws Exception {
        service = SERVICES.computeIfAbsent(stack, LockProblemsIT::start);
        assertThat(get("/own", "application/json").statusCode()).isEqualTo(402);
        assertThat(get("/resolved", "application/json").statusCode()).isEqualTo(410);
        assertThat(get("/bug", "application/json").statusCode()).isEqualTo(500);
    }

    @Test
    void itCanBeSwitchedOff() {
        WebApplicationContextRunner web = new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LockProblemAutoConfiguration.class));
        web.run(context -> assertThat(context).hasSingleBean(ServletLockProblems.class));
        web.withPropertyValues("lockkeeper.web.problems=false")
                .run(context -> assertThat(context).doesNotHaveBean(ServletLockProblems.class));
        ReactiveWebApplicationContextRunner reactive = new ReactiveWebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(LockProblemAutoConfiguration.class));
        reactive.run(context -> assertThat(context).hasSingleBean(ReactiveLockProblems.class));
        reactive.withPropertyValues("lockkeeper.web.problems=false")
                .run(context -> assertThat(context).doesNotHaveBean(ReactiveLockProblems.class));
    }

    private static ConfigurableApplicationContext start(Stack stack) {
        SpringApplication application = new SpringApplication(Service.class, OwnResolver.class, OwnHandler.class);
        application.setDefaultProperties(Map.of(
                "spring.application.name", "orders",
                "spring.main.web-application-type", stack.name(),
                "spring.mongodb.uri", Contexts.uri(DATABASE),
                "server.address", "127.0.0.1",
                "server.port", "0",
                "spring.security.user.password", "secret"));
        return application.run();
    }

    private HttpResponse<String> get(String path, String accept) throws IOException, InterruptedException {
        String user = Base64.getEncoder().encodeToString("user:secret".getBytes(StandardCharsets.UTF_8));
        String port = service.getEnvironment().getRequiredProperty("local.server.port");
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", "Basic " + user)
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Service {
        @Bean
        Busy busy(LockAgent agent, ReactiveLocks reactive) {
            return new Busy(agent, reactive);
        }

        @Bean
        Own own(LockAgent agent) {
            return new Own(agent);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class OwnResolver {
        @Bean
        HandlerExceptionResolver ownResolver() {
            return (request, response, handler, failure) -> {
                if (!request.getRequestURI().equals("/resolved")) {
                    return null;
                }
                response.setStatus(HttpServletResponse.SC_GONE);
                return new ModelAndView();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class OwnHandler {
        @Bean
        @Order(-2)
        WebExceptionHandler ownHandler() {
            return (exchange, failure) -> {
                if (!exchange.getRequest().getURI().getPath().equals("/resolved")) {
                    return Mono.error(failure);
                }
                exchange.getResponse().setStatusCode(HttpStatus.GONE);
                return Mono.empty();
            };
        }
    }

    @RestController
    static class Busy {
        private final LockAgent agent;
        private final ReactiveLocks reactive;

        Busy(LockAgent agent, ReactiveLocks reactive) {
            this.agent = agent;
            this.reactive = reactive;
        }

        @GetMapping({"/busy", "/resolved"})
        Mono<String> busy() {
            return reactive.withLock(REPORT, lease -> Mono.just("never"));
        }

        @GetMapping("/later")
        CompletableFuture<String> later() {
            return agent.acquireAsync(REPORT).thenApply(Lease::name);
        }

        @GetMapping("/away")
        String away() {
            try (var client = MongoClients.create("mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200");
                    LockAgent away = LockAgent.connectLater(
                            client, "app", AgentOptions.forService("away").withAnswerTimeout(Duration.ofMillis(300)))) {
                return String.valueOf(away.tryAcquire("report"));
            }
        }

        @GetMapping("/lost")
        String lost() throws InterruptedException {
            return agent.withLock("order-17", this::lose);
        }

        @GetMapping("/lost-later")
        Mono<String> lostLater() {
            return reactive.withLock(LockRequest.of("order-17"), lease -> Mono.fromCallable(() -> lose(lease)));
        }

        private String lose(Lease lease) {
            agent.monitor().evict(lease.name(), lease.token(), "ann", "it hangs");
            return "done";
        }

        @GetMapping("/bug")
        String bug() {
            throw new IllegalStateException("staged");
        }
    }

    @RestController
    static class Own {
        private final LockAgent agent;

        Own(LockAgent agent) {
            this.agent = agent;
        }

        @GetMapping("/own")
        String own() throws InterruptedException {
            return agent.acquire(REPORT).name();
        }

        @ExceptionHandler(Exception.class)
        @ResponseStatus(HttpStatus.PAYMENT_REQUIRED)
        String mapped() {
            return "own";
        }
    }
}

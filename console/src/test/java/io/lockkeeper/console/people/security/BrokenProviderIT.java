package io.lockkeeper.console.people.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.BrokenProvider;
import io.lockkeeper.console.fixture.BrokenProvider.Question;
import io.lockkeeper.console.fixture.BrokenProvider.Way;
import io.lockkeeper.console.fixture.Console;
import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Identity providers whose answers have no end, or take for ever: the login page says so in time, and little is read of them. */
@Timeout(120)
@Tag("nightly")
class BrokenProviderIT {

    /** The five seconds of the request, and what a busy machine needs beside. */
    private static final Duration IN_TIME = Duration.ofSeconds(15);
    /** The bound of 1 MB, and what lies in the sockets. */
    private static final long FEW_BYTES = 16L << 20;

    @AutoClose
    private static final Console first = Console.start();

    @ParameterizedTest
    @CsvSource({
        "METADATA, WITHOUT_END",
        "METADATA, BYTE_BY_BYTE",
        "TOKEN, WITHOUT_END",
        "TOKEN, BYTE_BY_BYTE",
        "KEYS, WITHOUT_END",
        "KEYS, BYTE_BY_BYTE",
        "USER, WITHOUT_END",
        "USER, BYTE_BY_BYTE"
    })
    void anAnswerIsReadForFiveSecondsAndAMegabyteAtMost(Question broken, Way way) throws Exception {
        try (BrokenProvider provider = new BrokenProvider(broken, way)) {
            Console console = first.another(provider.settings());
            try (HttpClient browser = HttpClient.newBuilder()
                    .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
                    .build()) {
                long began = System.nanoTime();
                String arrived = logIn(browser, console, provider);

                assertThat(arrived).matches("/login\\?(provider|unfinished)");
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(IN_TIME);
                assertThat(provider.isLeft(IN_TIME)).as("it is left").isTrue();
                assertThat(provider.sent()).isLessThan(way == Way.WITHOUT_END ? FEW_BYTES : 150);
            } finally {
                console.stop();
            }
        }
    }

    /** Goes there and comes back as somebody does who logged in there; answers where that leads on the console. */
    private static String logIn(HttpClient browser, Console console, BrokenProvider provider) throws Exception {
        URI there = sent(browser, URI.create(console.address("/oauth2/authorization/corp")));
        if (!there.toString().startsWith(provider.issuer())) {
            return path(there);
        }
        provider.nonce(parameter(there, "nonce"));
        String state = parameter(there, "state");
        return path(sent(
                browser,
                URI.create(console.address("/login/oauth2/code/corp?code=c&state=" + state.replace("=", "%3D")))));
    }

    private static URI sent(HttpClient browser, URI at) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(at).build(), BodyHandlers.discarding())
                .headers()
                .firstValue("Location")
                .map(at::resolve)
                .orElseThrow();
    }

    private static String parameter(URI at, String name) {
        Matcher found = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(at.toString());
        assertThat(found.find()).as(at.toString()).isTrue();
        return URLDecoder.decode(found.group(1), StandardCharsets.UTF_8);
    }

    private static String path(URI at) {
        return at.getPath() + "?" + at.getRawQuery();
    }
}

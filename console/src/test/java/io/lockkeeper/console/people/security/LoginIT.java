package io.lockkeeper.console.people.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Visitor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LoginIT {

    private static final int MANY = 200;

    @AutoClose
    private static final Console console = Console.start();

    @Test
    void ofManyWrongPasswordsFromOneAddressFewAreEvenCompared() {
        try (Visitor guesser = new Visitor(console, "127.0.0.2")) {
            List<String> led = IntStream.range(0, MANY)
                    .mapToObj(i -> guesser.logIn(Console.OPERATOR, "guess-" + i))
                    .toList();
            assertThat(led.stream().filter(to -> to.equals("/login?error"))).hasSizeLessThan(20);
        }
    }

    /** Of two stacks that are set up alike, each of which calls its servers and its port by the same names. */
    @Test
    void twoConsolesOfOneHostLogEachOtherOutNotEvenIfTheirAddressesReadAlike() {
        console.own().getCollection("state").deleteOne(new Document("_id", "secret:console-id"));
        try (Console other = console.another();
                Visitor first = new Visitor(console);
                Visitor second = new Visitor(other)) {
            assertThat(first.logIn(Console.VIEWER, Console.VIEWER)).doesNotStartWith("/login");
            second.with(first);
            assertThat(second.logIn(Console.VIEWER, Console.VIEWER)).doesNotStartWith("/login");
            first.with(second);
            assertThat(first.get("/").statusCode()).isEqualTo(200);
            assertThat(second.get("/").statusCode()).isEqualTo(200);
        }
    }

    /** As many as were once answered one by one, in 73 s and without a line. */
    @Test
    void of960WrongPasswordsByBasicFewAreComparedTheRestIsRefusedAndItIsOnRecord() {
        try (Visitor guesser = new Visitor(console, "127.0.0.3")) {
            List<Integer> answers = IntStream.range(0, 960)
                    .mapToObj(i -> guesser.basic("/actuator", Console.OPERATOR, "guess-" + i)
                            .statusCode())
                    .toList();
            assertThat(answers.stream().filter(code -> code == 401)).hasSizeBetween(5, 30);
            assertThat(answers).containsOnly(401, 429);
        }
        List<String> recorded = console.own()
                .getCollection("access")
                .find(new Document("ip", "127.0.0.3"))
                .map(entry -> entry.getString("what"))
                .into(new ArrayList<>());
        assertThat(recorded)
                .contains("wrong user name or password (HTTP Basic)")
                .anyMatch(what -> what.startsWith("paused after too many failures (HTTP Basic)"))
                .hasSizeLessThan(40);
    }

    @Test
    void whileOthersGuessFromTheSameAddressTheOwnersBrowserLogsInAndItIsAllOnRecord() {
        try (Visitor owner = new Visitor(console, "127.0.0.4");
                Visitor guesser = new Visitor(console, "127.0.0.4")) {
            assertThat(owner.logIn(Console.VIEWER, Console.VIEWER)).doesNotStartWith("/login");
            IntStream.range(0, 8).forEach(i -> guesser.logIn(Console.VIEWER, "guess-" + i));
            assertThat(guesser.logIn(Console.VIEWER, Console.VIEWER)).startsWith("/login?wait=");
            assertThat(owner.logIn(Console.VIEWER, Console.VIEWER)).doesNotStartWith("/login");
        }
        assertThat(console.own()
                        .getCollection("access")
                        .find(new Document("ip", "127.0.0.4"))
                        .map(entry -> entry.getString("what")))
                .contains(
                        "logged in (login page)",
                        "wrong user name or password (login page)",
                        "paused after too many failures (login page)");
    }
}

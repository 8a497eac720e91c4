package io.lockkeeper.console.facets.notes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.facet.FacetLink;
import io.lockkeeper.console.watch.facet.Said;
import io.lockkeeper.console.watch.facet.Subject;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockNoteTest {

    private static final Instant NOW = Instant.parse("2026-11-27T03:12:00Z");
    private static final String LOGS = "https://logs.example/?q=lock:{name}+service:{service}&from={acquiredAt}";

    @ParameterizedTest
    @CsvSource({"billing:eu:7, Payments Europe", "billing:us:7, Payments", "bill, nobody", "order:1, nobody"})
    void theLongestPrefixWinsAsAWhole(String lock, String owner) {
        NoteBook book = NoteBook.EMPTY
                .with(note("billing:", "Payments", "https://wiki.example/"))
                .with(note("billing:eu:", "Payments Europe", ""));
        assertThat(book.of(lock).map(LockNote::owner).orElse("nobody")).isEqualTo(owner);
        assertThat(book.of(lock).filter(it -> it.prefix().equals("billing:eu:")).map(LockNote::runbook))
                .as("nothing of the shorter prefix")
                .isIn(Optional.of(""), Optional.empty());
    }

    /** Else the book would outgrow the document that is read of it. */
    @Test
    void ofOperatorsNotesThatAreOverOnlyTheLatestOfAMonthAreKept() {
        NoteBook book =
                NoteBook.EMPTY.with(duty("old", NOW.minus(NoteRules.KEPT).minusSeconds(2)), NOW);
        assertThat(book.duty()).isEmpty();
        for (int i = 0; i < 2 * NoteRules.MOST_KEPT; i++) {
            book = book.with(duty("over:" + i, NOW.minusSeconds(1_000 - i)), NOW);
        }
        book = book.with(duty("shown", NOW.plusSeconds(9)), NOW);
        assertThat(book.duty())
                .hasSize(NoteRules.MOST_KEPT + 1)
                .extracting(DutyNote::lock)
                .contains("shown", "over:" + (2 * NoteRules.MOST_KEPT - 1))
                .doesNotContain("over:0");
    }

    private static DutyNote duty(String lock, Instant until) {
        return new DutyNote(null, lock, false, "slow", "ops", until.minusSeconds(9), until);
    }

    @Test
    void valuesArePercentEncoded() {
        String name = "a b&x=1#?/%\"<script>é{service}$1\\";
        LinkFields lock = new LinkFields(
                LockId.first(name), Map.of("name", name, "service", "pay+ments", "acquiredAt", NOW.toString()));
        assertThat(lock.fill(LOGS))
                .contains(
                        "https://logs.example/?q=lock:a%20b%26x%3D1%23%3F%2F%25%22%3Cscript%3E%C3%A9%7Bservice%7D%241%5C"
                                + "+service:pay%2Bments&from=2026-11-27T03%3A12%3A00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "https://wiki.example/locks/{name}/edit, ..",
        "https://wiki.example/locks/{name}, .",
        "https://wiki.example/.{name}?a=b, .",
        "https://wiki.example/%2e{name}#x, .",
        "https://wiki.example/a\\{name}, .."
    })
    void aFieldNeverLeadsOutOfItsPartOfThePath(String template, String name) {
        assertThat(LinkFields.of(Subject.of(LockId.first(name))).fill(template)).isEmpty();
        assertThat(LinkFields.of(Subject.of(LockId.first(name + "a"))).fill(template))
                .isPresent();
        assertThat(LinkFields.of(Subject.of(LockId.first(name))).fill("https://wiki.example/?q={name}"))
                .isPresent();
    }

    @Test
    void aLinkIsLeftOutWhereAFieldIsUnknown() {
        LockNote note = new LockNote(
                "billing:", "", "", "https://wiki.example/{name}", List.of(new NoteLink("Logs", LOGS)), NOW, "boss");
        AboutLock about = note.about(LinkFields.of(Subject.of(LockId.first("billing:7"))), List.of());
        assertThat(about.links()).containsExactly(new FacetLink("Runbook", "https://wiki.example/billing%3A7"));
        assertThat(new Said(about.owner(), about.note(), about.links()).text())
                .as("links stand by themselves")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "ftp://logs.example/",
                "//logs.example/",
                "https:///path",
                "https://{name}.example/",
                "https://logs.example:{name}/",
                "https://user:secret@logs.example/",
                "https://logs.example/a b",
                "https://logs.example/\"onclick=",
                "https://logs.example/%zz"
            })
    void anAddressThatIsNoneIsRefusedWithTheRule(String address) {
        assertThatThrownBy(() -> NoteRules.check(note("a", "", address)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("“%s”".formatted(address))
                .hasMessageContaining("starts with http:// or https://");
    }

    @Test
    void anUnknownFieldIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> NoteRules.check(note("a", "", "https://logs.example/{password}")))
                .hasMessageContaining("{password}")
                .hasMessageContaining("{name}, {source}, {service}, {host} and {acquiredAt}");
    }

    @Test
    void whatIsTooLongOrTooManyIsRefusedWithTheNumbers() {
        assertThatThrownBy(() -> NoteRules.check(note("a", "x".repeat(101), "")))
                .hasMessageContaining("has 101 characters; at most 100");
        assertThatThrownBy(() -> NoteRules.check(note("a", "", "https://a/" + "x".repeat(500))))
                .hasMessageContaining("has 510 characters; at most 500");
        List<NoteLink> six = Collections.nCopies(6, new NoteLink("Logs", LOGS));
        assertThatThrownBy(() -> NoteRules.check(new LockNote("a", "", "", "", six, NOW, "boss")))
                .hasMessage("There are 6 links; at most 5 are allowed.");
        assertThatThrownBy(() -> NoteRules.check(note("a", "two\nlines", ""))).hasMessageContaining("two\\u{A}lines");
        assertThatThrownBy(() -> NoteRules.check(note("", "Payments", ""))).hasMessageContaining("The prefix is empty");
        NoteRules.check(new LockNote("a", "", "", "", List.of(new NoteLink("Logs", LOGS)), NOW, "boss"));
    }

    private static LockNote note(String prefix, String owner, String runbook) {
        return new LockNote(prefix, owner, "", runbook, List.of(), NOW, "boss");
    }
}

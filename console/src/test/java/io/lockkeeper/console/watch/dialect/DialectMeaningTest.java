package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that is well formed, and would not do what it says, is refused before it meets a lock. */
class DialectMeaningTest {

    private static final String GOOD = """
            library: Ours
            origin: copied code
            evidence: reading
            document:
              _id: string
              owner: [string, "null"]
              locked: bool
              taken: date
              ends: date
              sharers: [array, absent]
            lock:
              name: "{_id}"
              holder: owner
              acquired: taken
              expires: { field: ends, as: date }
              held: { field: locked, is: true }
            clock: client
            identity: [_id, owner]
            release: { set: { locked: false, owner: null } }
            grade: A
            sentence: Nothing bad happens.
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '[_id, owner]'           | '[_id]'                       | 18: no field of these changes with each acquisition: add that of the holder, of the acquisition's id or of its time
            '[_id, owner]'           | '[_id, locked]'               | 18: no field of these changes with each acquisition: add that of the holder, of the acquisition's id or of its time
            '"{_id}"'                | lock                          | 12: all documents have this one name: put a field in braces, or say “one-document: true”
            'is: true'               | 'is: "true"'                  | 16: no document of the form under “document” is held by this
            'is: true'               | 'is: null'                    | 16: no document of the form under “document” is held by this
            '{ field: locked, is: true }' | { filled: sharers.nothing } | 19: it does not free the lock: by this dialect the document is still held
            ends: date               | ends: string                  | 15: “ends” has to be a string, and so holds no time in the form date
            taken: date              | taken: number                 | 14: “taken” has to be a number, and so holds no time in the form date
            'locked: false, owner: null' | 'owner: { text: y }'      | 19: it does not free the lock: by this dialect the document is still held
            'locked: false, owner: null' | 'ends: { text: y }'       | 19: “ends” is set to a string, which the library would not write there
            'locked: false, owner: null' | 'locked: 0'               | 19: “locked” is set to an int, which the library would not write there
            'locked: false, owner: null' | 'locked: null'            | 19: it leaves a document that this dialect cannot read: locked is null, and has to be a bool
            'locked: false, owner: null' | 'locked: false, _id: x'   | 19: MongoDB changes no _id
            'locked: false, owner: null' | 'locked: false, owner.a: x' | 19: “owner.a” leads through “owner”, which is no object
            'null } }'               | 'null }, unset: owner }'      | 19: MongoDB refuses two changes of “owner” at once
            'null } }'               | 'null }, unset: [taken] }'    | 19: it leaves a document that this dialect cannot read: taken is not there, and has to be a date
            'null } }'               | 'null }, pull: { from: sharers, by: id, count: taken } }' | 19: “taken” has to be a number
            """)
    void whatItsOwnReadingContradictsIsRefusedWithFileLineAndRule(String good, String bad, String message) {
        assertThat(DialectFile.read("ours.yaml", GOOD).grade()).isEqualTo(Grade.A);
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", GOOD.replace(good, bad)))
                .isInstanceOf(DialectException.class)
                .hasMessage("ours.yaml, line " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            delete                                                | a quarantine keeps the document, and so cannot delete it
            { set: { ends: { until: date } } }                    | it leaves the identity as it is, so that the old holder would still be the holder
            { set: { owner: { text: x }, ends: { epoch: date } } } | it keeps no process from the lock: by this dialect the document is not held after it
            """)
    void aQuarantineThatKeepsNobodyOutIsRefused(String quarantine, String message) {
        String file =
                GOOD.replaceFirst("release: .*", "quarantine: " + quarantine).replace("grade: A", "grade: B");
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", file)).hasMessage("ours.yaml, line 19: " + message);
    }

    @Test
    void aQuarantineWithoutAnEndIsRefused() {
        String file = GOOD.replaceFirst("release: .*", "quarantine: { set: { owner: { text: x } } }")
                .replace("grade: A", "grade: B")
                .replace("{ field: ends, as: date }", "none");
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", file))
                .hasMessage("ours.yaml, line 19: it would never end: by this dialect the document has no expiry");
    }

    @ParameterizedTest
    @ValueSource(strings = {"system.users", "a$b", "$cmd"})
    void whatCannotBeACollectionOfLocksIsRefused(String name) {
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", GOOD + "collection: " + name + "\n"))
                .hasMessage(
                        "ours.yaml, line 22: “%s” is no collection of a library: MongoDB keeps names with $, and those that begin with system., for itself"
                                .formatted(name));
        assertThatThrownBy(() -> DialectFile.read(
                        "ours.yaml", GOOD + "job: { last-run: a, beside: { locks: locks, jobs: " + name + " } }\n"))
                .hasMessageStartingWith("ours.yaml, line 22: “%s” is no collection".formatted(name));
    }

    @Test
    void aSentenceWithControlOrInvisibleCharactersIsRefused() {
        for (String odd : new String[] {"\\u0007", "\\u202e", "\\n"}) {
            String file = GOOD.replace("sentence: Nothing bad happens.", "sentence: \"a%sb\"".formatted(odd));
            assertThatThrownBy(() -> DialectFile.read("ours.yaml", file))
                    .hasMessageStartingWith("ours.yaml, line 21: “a\\u{")
                    .hasMessageEndingWith("b” has control or invisible characters: write plain text in one line");
        }
    }

    @Test
    void whatWouldNotEndToBeReadIsRefusedWithItsFile(@TempDir Path directory) throws IOException {
        String aliases = "a: &a [x,x]\nb: [" + "*a,".repeat(60) + "*a]\n";
        for (String bomb : new String[] {aliases, "[".repeat(200), "a: \u0007", "x: " + "y".repeat(4_000_000)}) {
            Files.writeString(directory.resolve("ours.yaml"), bomb);
            assertThatThrownBy(() -> new Dialects(directory.toString()))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("ours.yaml")
                    .hasMessageContaining("this is no YAML of a dialect");
        }
    }
}

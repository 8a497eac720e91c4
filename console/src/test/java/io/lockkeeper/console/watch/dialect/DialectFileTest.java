package io.lockkeeper.console.watch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectFileTest {

    private static final String GOOD = """
            library: Ours
            origin: copied code
            evidence: reading
            document:
              _id: string
              owner: string
              taken: number
              until: [date, absent]
            lock:
              name: "{_id}"
              holder: owner
              acquired: { field: taken, as: millis }
              expires: { field: until, as: date }
              held: document
            clock: client
            identity: [_id, owner]
            release: delete
            grade: A
            sentence: Nothing bad happens.
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            library: Ours                | 'library: ""'            | ours.yaml, line 1: this has to be a text
            library: Ours                | libary: Ours             | ours.yaml, line 1: “libary” is not known here; known are clock, collection, document, evidence, grade, identity, indexes, job, library, lock, no-lock, origin, other-fields, quarantine, release, sentence
            origin: copied code          | collection: a            | ours.yaml, line 1: “origin” is missing
            evidence: reading            | evidence: hearsay        | ours.yaml, line 3: evidence has to be “reading”, or a map with the version that was run
            _id: string                  | _id: text                | ours.yaml, line 5: “text” has to be one of string, date, int, long, double, number, bool, object-id, binary, object, array, null, any, absent
            owner: string                | _id: string              | ours.yaml, line 6: “_id” stands here twice
            holder: owner                | holder: onwer            | ours.yaml, line 11: the field “onwer” is not listed under “document”
            '"{_id}"'                    | '"{name}"'               | ours.yaml, line 10: the field “name” is not listed under “document”
            as: millis                   | as: minutes              | ours.yaml, line 12: “minutes” has to be one of date, millis, micros, seconds, iso, object-id
            as: date                     | as: timeout              | ours.yaml, line 13: a time-out needs “after”, for example 10 min
            as: date                     | 'as: timeout, after: soon' | ours.yaml, line 13: “soon” has to be a duration, for example 500 ms, 30 s, 10 min or 2 h
            as: date                     | 'as: date, absent: never' | ours.yaml, line 13: “never” has to be one of forever, unknown
            held: document               | held: always             | ours.yaml, line 14: “always” has to be “document”, or a map with “field” and “is”, or with “filled”
            clock: client                | clock: wall              | ours.yaml, line 15: “wall” has to be one of client, server
            'identity: [_id, owner]'     | 'identity: []'           | ours.yaml, line 16: this list has to name at least one
            release: delete              | 'release: { set: { lease: null } }' | ours.yaml, line 17: the field “lease” is not listed under “document”
            release: delete              | 'release: { set: { taken: { now: object-id } } }' | ours.yaml, line 17: no time can be written as an object-id
            release: delete              | 'release: { set: { taken: { now: date, epoch: date } } }' | ours.yaml, line 17: this has to be one of now, until, epoch, text
            grade: A                     | grade: B                 | ours.yaml, line 18: grade B needs a “quarantine”, and has no “release”
            grade: A                     | grade: D                 | ours.yaml, line 18: grade D only shows: there is no release and no quarantine
            grade: A                     | grade: F                 | ours.yaml, line 18: “F” has to be one of A, A-, B, C, D
            'grade: A'                   | 'grade: [A'              | ours.yaml, line 19: this is no YAML: expected ',' or ']', but got :
            """)
    void aFileThatBreaksARuleIsRefusedWithFileLineAndRule(String good, String bad, String message) {
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", GOOD.replace(good, bad)))
                .isInstanceOf(DialectException.class)
                .hasMessage(message);
    }

    @Test
    void indexesAndWhatIsNoLockNameFieldsAndKindsThatAreKnown() {
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", GOOD + "indexes: { ttl: lease }\n"))
                .hasMessage("ours.yaml, line 20: the field “lease” is not listed under “document”");
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", GOOD + "indexes: { hash: owner }\n"))
                .hasMessage("ours.yaml, line 20: “hash” is not known here; known are ttl, unique");
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", GOOD + "no-lock: { over: gone }\n"))
                .hasMessageStartingWith("ours.yaml, line 20: “gone” has to be one of string, date");
    }

    @Test
    void anEmptyFileAndOneThatIsNoMapAreRefused() {
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", "")).hasMessage("ours.yaml: the file is empty");
        assertThatThrownBy(() -> DialectFile.read("ours.yaml", "- a"))
                .hasMessage("ours.yaml, line 1: this has to be a map of keys and values");
    }

    @Test
    void aDirectoryAddsDialectsAndReplacesThoseOfTheSameName(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("ours.yaml"), GOOD);
        Files.writeString(directory.resolve("notes.txt"), "no dialect");
        String quartz = Files.readString(Path.of("src/main/resources/dialects/quartz-mongodb.yaml"));
        Files.writeString(directory.resolve("quartz-mongodb.yaml"), quartz.replace("after: 10 min", "after: 6 s"));
        Dialects dialects = new Dialects(directory.toString());
        Dialect ours = dialects.find("ours").orElseThrow();
        DialectLock lock = ours.read(
                        BsonDocument.parse("{ _id: 'a', owner: 'b', taken: NumberLong(1000) }"), TtlIndexes.UNREADABLE)
                .orElseThrow();
        assertThat(lock.acquired()).contains(Instant.ofEpochMilli(1_000));
        assertThat(lock.expiry()).isInstanceOf(Expiry.Unknown.class);
        assertThat(((FileDialect) dialects.find("quartz-mongodb").orElseThrow())
                        .lock()
                        .expiry())
                .isInstanceOfSatisfying(
                        ExpiryRule.AfterTimeout.class,
                        rule -> assertThat(rule.timeout()).isEqualTo(Duration.ofSeconds(6)));
        assertThat(dialects.find("shedlock")).isPresent();
    }

    @Test
    void aConsoleDoesNotStartOnADialectThatBreaksARule(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("ours.yaml"), GOOD.replace("grade: A", "grade: E"));
        assertThatThrownBy(() -> new Dialects(directory.toString()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("ours.yaml, line 18: “E” has to be one of A, A-, B, C, D");
        Files.writeString(directory.resolve("ours.yaml"), GOOD);
        Files.writeString(directory.resolve("lockkeeper.yaml"), GOOD);
        assertThatThrownBy(() -> new Dialects(directory.toString()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("is named “lockkeeper”, as the dialect of Lockkeeper's own locks is");
        assertThatThrownBy(() -> new Dialects(directory + "/none"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("no files can be read there");
    }
}

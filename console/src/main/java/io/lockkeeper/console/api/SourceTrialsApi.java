package io.lockkeeper.console.api;

import io.lockkeeper.console.api.SourceSettingsApi.NewSource;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceTrials;
import io.lockkeeper.console.watch.source.TrialLine;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tests what the console can do with a collection of locks: for administrators. */
@CommonProblems
@Tag(name = "source-trials-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class SourceTrialsApi {

    private final SourceTrials trials;
    private final AskedSources asked;

    SourceTrialsApi(SourceTrials trials, AskedSources asked) {
        this.trials = trials;
        this.asked = asked;
    }

    /**
     * What a test has found.
     *
     * @param works whether the console can do everything that it is for
     * @param lines one for each thing that was tested, in the order of the tests
     */
    record SourceTest(boolean works, List<Tested> lines) {

        static SourceTest of(List<TrialLine> lines) {
            return new SourceTest(
                    lines.stream().noneMatch(line -> line.verdict() == TrialLine.Verdict.BAD),
                    lines.stream().map(Tested::of).toList());
        }
    }

    /**
     * One thing that was tested.
     *
     * @param verdict good; less if it works with less to show; bad; or untested
     * @param found in a sentence
     * @param remedy what to do; empty where nothing is to be done
     */
    record Tested(String what, String verdict, String found, String remedy) {

        static Tested of(TrialLine line) {
            return new Tested(line.what(), line.verdict().name().toLowerCase(Locale.ROOT), line.found(), line.remedy());
        }
    }

    @Operation(
            operationId = "proposed",
            summary = "Tests a collection before it becomes a source",
            description =
                    "Whether its server is reached, which version and replica set it is, and what the console's user"
                            + " may do there. It changes nothing, and takes some seconds at most for each. For"
                            + " administrators.")
    @MayBeRefused
    @PostMapping(path = "/sources/test", consumes = MediaType.APPLICATION_JSON_VALUE)
    SourceTest proposed(@RequestBody NewSource body) {
        String database = body.database();
        String collection = body.collection();
        String dialect = body.dialect();
        if (database == null || collection == null || dialect == null) {
            throw ProblemException.badRequest("Give database, collection and dialect.");
        }
        Place place = ProblemException.checked(() -> Place.of(body.cluster(), database, collection));
        return SourceTest.of(trials.of(place, dialect));
    }

    @Operation(
            operationId = "stored",
            summary = "Tests a source",
            description = "As /sources/test does; where evictions are allowed, also whether they can be made.")
    @MayBeMissing
    @MayBeRefused
    @PostMapping("/sources/{source}/test")
    SourceTest stored(@PathVariable String source) {
        AdminCheck.present();
        return SourceTest.of(trials.of(asked.of(LockAddress.nameOf(source)).source()));
    }
}

package io.lockkeeper.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tree keeps to the budget in {@code house.properties}. To print today's figures: {@code -Dhouse.print=true}. */
class HouseTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void theTreeKeepsToItsBudget() throws IOException {
        Map<String, Integer> figures = new House(ROOT).figures();
        if (Boolean.getBoolean("house.print")) {
            figures.forEach((name, figure) -> System.out.println(name + " = " + figure));
        }

        assertThat(new HouseBudget(Files.readAllLines(ROOT.resolve("house.properties"))).faults(figures))
                .isEmpty();
    }

    @Test
    void aPlantedFileACollectionAndALongConstructorAreCounted(@TempDir Path root) throws IOException {
        write(root, "console/src/main/resources/openapi/v1.json", "\"operationId\": 1");
        write(root, "docs/reference/console-settings.md", "| `lockkeeper.name` | `LOCKKEEPER_NAME` |\n");
        write(root, "CHANGELOG.md", "one two");
        Map<String, Integer> before = new House(root).figures();

        write(root, "console/src/main/java/io/lockkeeper/console/judge/Planted.java", """
                @Document("planted")
                class Planted {
                    Planted(int a, int b, Map<String, Integer> c, int d, int e, int f, int g, int h) {}
                }
                """);
        write(root, "docs/maintainers/decisions/2026-12-01-planted.md", "three more words");
        Map<String, Integer> after = new House(root).figures();

        assertThat(after)
                .containsEntry("console.judge.files", 1)
                .containsEntry("console.judge.lines", 4)
                .containsEntry("console.collections", before.get("console.collections") + 1)
                .containsEntry("constructors.of.8", before.get("constructors.of.8") + 1)
                .containsEntry("docs.decisions", 1)
                .containsEntry("docs.words", before.get("docs.words") + 3);
    }

    @Test
    void aFigureOverItsBudgetIsRefusedAndOneFarBelowIsToBeWrittenDown() {
        HouseBudget budget = new HouseBudget(List.of("a.lines = 100", "b.lines = 100", "c.lines = 100", "d.lines = 9"));

        assertThat(budget.faults(Map.of("a.lines", 101, "b.lines", 97, "c.lines", 98, "e.lines", 1)))
                .containsExactlyInAnyOrder(
                        "a.lines = 101; the budget is 100. Take something away, or raise it with date, reason and what pays for it",
                        "b.lines = 97; the budget is 100. Write the new figure down",
                        "e.lines = 1 has no budget",
                        "d.lines is no figure of this tree");
    }

    @Test
    void aRaiseIsPaidForByAFigureOfItsKindAndThreeAMonthMayBeUnpaid() {
        assertThat(faultsOfRaise("# raised 2026-12-02 from 90: more; paid by b.lines"))
                .isEmpty();
        assertThat(faultsOfRaise("# raised 2026-12-02 from 100: nothing"))
                .containsExactly("a.lines was not raised: # raised 2026-12-02 from 100: nothing");
        assertThat(faultsOfRaise("# raised 2026-12-02 from 90: more; paid by b.files"))
                .containsExactly("b.files counts other things than a.lines, which cannot pay for it");
        assertThat(faultsOfRaise("# raised because I like it")).hasSize(1);
        assertThat(faultsOfUnpaid(HouseBudget.UNPAID_A_MONTH)).isEmpty();
        assertThat(faultsOfUnpaid(HouseBudget.UNPAID_A_MONTH + 1))
                .containsExactly("4 raises of 2026-12 are unpaid; 3 are allowed");
    }

    private static List<String> faultsOfRaise(String reason) {
        return new HouseBudget(List.of(reason, "a.lines = 100")).faults(Map.of("a.lines", 100));
    }

    private static List<String> faultsOfUnpaid(int raises) {
        List<String> lines = IntStream.range(0, raises)
                .boxed()
                .flatMap(i -> Stream.of("# raised 2026-12-02 from 1: more", "f" + i + ".lines = 2"))
                .toList();
        Map<String, Integer> figures =
                IntStream.range(0, raises).boxed().collect(Collectors.toMap(i -> "f" + i + ".lines", i -> 2));
        return new HouseBudget(lines).faults(figures);
    }

    private static void write(Path root, String file, String text) throws IOException {
        Path at = root.resolve(file);
        Files.createDirectories(at.getParent());
        Files.writeString(at, text);
    }
}

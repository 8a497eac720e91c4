package io.lockkeeper.console.judge.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random situations of exclusive locks, beside what a look by hand would find: follow each thread to whom it waits for. */
class WaitsFuzzTest {

    private static final int THREADS = 9;
    private static final int LOCKS = 12;

    static IntStream seeds() {
        return IntStream.range(0, 2_000);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aDeadlockIsFoundIfAndOnlyIfThereIsOneAndEachWaiterStandsInOnePlace(int seed) {
        Random random = new Random(seed);
        Map<Integer, Integer> heldBy = new HashMap<>();
        Map<Integer, Integer> waitsFor = new HashMap<>();
        Situation situation = new Situation();
        for (int lock = 0; lock < LOCKS; lock++) {
            if (random.nextInt(4) > 0) {
                heldBy.put(lock, random.nextInt(THREADS));
                situation.holds(thread(heldBy.get(lock)), "lock" + lock);
            }
        }
        for (int thread = 0; thread < THREADS; thread++) {
            int lock = random.nextInt(LOCKS);
            if (random.nextInt(4) > 0 && heldBy.containsKey(lock)) {
                waitsFor.put(thread, lock);
                situation.waits(thread(thread), "lock" + lock);
            }
        }
        WaitPicture picture = situation.picture();
        Set<Set<String>> found = new HashSet<>();
        picture.deadlocks().forEach(deadlock -> found.add(members(deadlock)));
        assertThat(found).isEqualTo(circles(heldBy, waitsFor));
        assertThat(placed(picture)).hasSameSizeAs(waitsFor.keySet()).doesNotHaveDuplicates();
        assertThat(picture.roots().stream().mapToInt(Branch::behind).sum()).isEqualTo(waitsFor.size());
        picture.deadlocks().forEach(WaitsFuzzTest::assertThatEachStepLeadsToTheNext);
    }

    private static void assertThatEachStepLeadsToTheNext(Deadlock deadlock) {
        List<Link> circle = deadlock.circle();
        for (int i = 0; i < circle.size(); i++) {
            assertThat(circle.get(i).next().who())
                    .isEqualTo(circle.get((i + 1) % circle.size()).waiting().who());
        }
        assertThat(deadlock.served()).isGreaterThanOrEqualTo(circle.size());
        assertThat(deadlock.remedy(Situation.NOW.plus(Duration.ofSeconds(1)))).contains("Evict ");
    }

    private static Set<String> members(Deadlock deadlock) {
        Set<String> members = new HashSet<>();
        deadlock.circle()
                .forEach(link -> members.add(link.waiting().who().instance() + "/"
                        + link.waiting().who().thread()));
        return members;
    }

    private static List<String> placed(WaitPicture picture) {
        List<String> placed = new ArrayList<>();
        picture.roots().stream()
                .flatMap(Branch::all)
                .map(Branch::waiting)
                .filter(waiting -> waiting != null)
                .forEach(waiting -> placed.add(waiting.waiter().acquirer()));
        return placed;
    }

    private static Set<Set<String>> circles(Map<Integer, Integer> heldBy, Map<Integer, Integer> waitsFor) {
        Set<Set<String>> circles = new HashSet<>();
        for (Integer start : waitsFor.keySet()) {
            Set<String> way = new HashSet<>();
            Integer at = start;
            while (at != null && way.add(thread(at))) {
                at = heldBy.get(waitsFor.getOrDefault(at, -1));
                if (start.equals(at)) {
                    circles.add(way);
                    at = null;
                }
            }
        }
        return circles;
    }

    private static String thread(int number) {
        return "i" + number % 3 + "/" + number;
    }
}

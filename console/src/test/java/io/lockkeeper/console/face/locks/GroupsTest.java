package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.ask.locks.Grouping;
import io.lockkeeper.console.ask.locks.ListLook;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupsTest {

    private static final Instant T = Instant.parse("2026-11-23T03:12:00Z");
    private static final List<Lock> LOCKS = List.of(
            lock("order:1", "billing"),
            lock("send_sms", "notify"),
            lock("order:2", "billing"),
            lock("report/nightly", "report"),
            lock("order:3", "shop"));

    private final Groups groups = new Groups(name ->
            LOCKS.stream().filter(lock -> lock.name().equals(name)).findFirst().orElseThrow());

    @Test
    void withoutGroupsEachLineIsALock() {
        assertThat(lines()).containsExactly("order:1", "send_sms", "order:2", "report/nightly", "order:3");
    }

    @Test
    void groupsStandInTheOrderOfTheirFirstLocks() {
        groups.look(ListLook.USUAL.grouped(Grouping.SERVICE));
        assertThat(lines())
                .containsExactly(
                        "[billing 2]",
                        "order:1",
                        "order:2",
                        "[notify 1]",
                        "send_sms",
                        "[report 1]",
                        "report/nightly",
                        "[shop 1]",
                        "order:3");
    }

    @Test
    void aPrefixEndsAtTheFirstSignThatParts() {
        groups.look(ListLook.USUAL.grouped(Grouping.PREFIX));
        assertThat(lines())
                .containsExactly(
                        "[order: 3]",
                        "order:1",
                        "order:2",
                        "order:3",
                        "[No prefix 1]",
                        "send_sms",
                        "[report/ 1]",
                        "report/nightly");
    }

    @Test
    void aGroupIsFoldedAndOpenedAndAllAreFoldedFromTheBeginningIfAskedFor() {
        ListLook byService = ListLook.USUAL.grouped(Grouping.SERVICE);
        groups.look(byService);
        groups.turn(GroupHead.key("billing"));
        assertThat(lines()).startsWith("[billing 2]", "[notify 1]").doesNotContain("order:1");
        groups.look(byService.folded(true));
        assertThat(lines()).containsExactly("[billing 2]", "[notify 1]", "[report 1]", "[shop 1]");
        groups.turn(GroupHead.key("shop"));
        assertThat(lines()).endsWith("[shop 1]", "order:3");
    }

    private List<String> lines() {
        return groups.of(LOCKS.stream().map(Lock::name).toList(), Map.of()).stream()
                .map(line -> switch (line) {
                    case Line.Head(GroupHead head) -> String.format(Locale.ROOT, "[%s %d]", head.title(), head.locks());
                    case Line.Of(String lock) -> lock;
                })
                .toList();
    }

    private static Lock lock(String name, String service) {
        Holder holder = new Holder(
                "a",
                1,
                7,
                Duration.ofSeconds(30),
                T,
                T,
                T.plusSeconds(30),
                "s",
                Locks.owner(service, "i", 1, "t", ""),
                null);
        LockDocument document = new LockDocument(name, 1, 7, List.of(holder), List.of(), null, null, T.plusSeconds(30));
        return Lock.of(document);
    }
}

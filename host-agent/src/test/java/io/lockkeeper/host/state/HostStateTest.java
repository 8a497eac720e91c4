package io.lockkeeper.host.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.state.KeptRequest.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostStateTest {

    private static final KeptSession SESSION =
            new KeptSession(3, Map.of("hello", 1L, "service", "billing"), "ann", "pid:[1] 812 4711", "hash");

    @TempDir
    Path folder;

    @Test
    void theNextHostAgentReadsHowFarEachRequestIs() {
        HostState state = open();
        state.opened(SESSION);
        state.asks(3, request(1));
        state.asks(3, request(2));
        state.asks(3, request(4));
        state.asks(3, request(5));
        state.granted(3, 2, 77, 4711);
        state.ending(3, 4);
        state.over(3, 5);
        state.granted(3, 5, 77, 4711);
        KeptSession.Left left = open().left().getFirst();
        assertThat(left.session()).isEqualTo(SESSION);
        assertThat(left.requests()).extracting(KeptRequest::id).containsExactly(1L, 2L, 4L);
        assertThat(left.requests())
                .extracting(KeptRequest::stage)
                .containsExactly(Stage.ASKED, Stage.GRANTED, Stage.ENDING);
        assertThat(left.requests().get(1).atMillis()).isEqualTo(77);
        assertThat(left.requests().get(1).token()).isEqualTo(4711);
        assertThat(left.requests().getFirst().line()).containsEntry("acquire", "job");
    }

    @Test
    void aSessionThatIsOverIsGone() {
        HostState state = open();
        state.opened(SESSION);
        state.over(3);
        state.asks(3, request(1));
        assertThat(open().left()).isEmpty();
    }

    @Test
    void eachOneHasTheNameOfTheOneBeforeAndATermOfItsOwn() {
        HostState first = open();
        HostState second = open();
        HostState third = open();
        assertThat(second.name().agent()).isEqualTo(first.name().agent());
        assertThat(List.of(
                        first.name().term(), second.name().term(), third.name().term()))
                .containsExactly(0, 1, 2);
    }

    @Test
    void ofAnotherBootOrStoreNothingIsRead() {
        HostState state = open();
        state.opened(SESSION);
        HostState other = HostState.open(file(), kernel("boot"), "reports");
        assertThat(other.left()).isEmpty();
        assertThat(other.name().agent()).isNotEqualTo(state.name().agent());
        other.opened(SESSION);
        assertThat(HostState.open(file(), kernel("another"), "reports").left()).isEmpty();
    }

    @Test
    void whatWasNotWrittenToItsEndIsLeftOutAndADamagedFileIsNotRead() throws Exception {
        open().opened(SESSION);
        Files.writeString(file(), "0badc0de {\"session\":9", StandardOpenOption.APPEND);
        assertThat(open().left()).hasSize(1);
        String text = Files.readString(file(), StandardCharsets.UTF_8);
        Files.writeString(file(), text.replace("billing", "mailing"));
        assertThat(open().left()).isEmpty();
    }

    @Test
    void onlyItsOwnerReadsItAndItDoesNotGrowForEver() throws Exception {
        HostState state = open();
        state.opened(SESSION);
        for (int i = 1; i < 20_000; i++) {
            state.asks(3, request(i));
            state.over(3, i);
        }
        assertThat(Files.size(file())).isLessThan(2 << 20);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(open().left().getFirst().requests()).isEmpty();
    }

    @Test
    void whereItCannotBeWrittenNothingIsResumed() throws IOException {
        Files.createDirectories(file().resolveSibling("state.new").resolve("in the way"));
        HostState state = open();
        assertThat(state.isKept()).isFalse();
        state.opened(SESSION);
        assertThat(file()).doesNotExist();
        assertThat(HostState.open(file(), kernel(""), "shop").isKept()).isFalse();
    }

    private HostState open() {
        return HostState.open(file(), kernel("boot"), "shop");
    }

    private static ProcessProof.Kernel kernel(String boot) {
        return new ProcessProof.Kernel(Path.of("/proc"), boot, "pid:[1]");
    }

    private Path file() {
        return folder.resolve("state");
    }

    private static KeptRequest request(long id) {
        return KeptRequest.asked(id, "agent." + id, Map.of("acquire", "job"), 1);
    }
}

package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By a folder that looks as {@code /proc} does. */
class ProcessProofTest {

    private static final ProcessProof.Kernel KERNEL = new ProcessProof.Kernel("boot", "pid:[1]");

    @TempDir
    Path proc;

    private String user = "";

    @BeforeEach
    void aProcess() throws IOException {
        Files.createDirectory(proc.resolve("812"));
        user = Files.getOwner(proc).getName();
        stat('S', 3, 77);
    }

    @Test
    void aLivingProcessHasNotEnded() {
        assertThat(proof(hello("pid:[1]", "boot")).isProcess()).isTrue();
        assertThat(proof(hello("pid:[1]", "boot")).hasEnded()).isFalse();
        assertThat(proof(hello("pid:[1]", "boot")).command()).isEqualTo("a) Z (b");
    }

    @Test
    void itHasEndedWhenItIsGone() throws IOException {
        ProcessProof proof = proof(hello("pid:[1]", "boot"));
        Files.delete(proc.resolve("812/stat"));
        assertThat(proof.hasEnded()).isTrue();
    }

    @Test
    void itHasEndedWhenAnotherOneHasItsPid() throws IOException {
        ProcessProof proof = proof(hello("pid:[1]", "boot"));
        stat('S', 3, 78);
        assertThat(proof.hasEnded()).isTrue();
    }

    @Test
    void aZombieOfOneThreadHasEndedAndOneWhoseThreadsRunHasNot() throws IOException {
        ProcessProof proof = proof(hello("pid:[1]", "boot"));
        stat('Z', 2, 77);
        assertThat(proof.hasEnded()).isFalse();
        stat('Z', 1, 77);
        assertThat(proof.hasEnded()).isTrue();
    }

    @Test
    void whatCannotBeReadProvesNothing() throws IOException {
        ProcessProof proof = proof(hello("pid:[1]", "boot"));
        Files.writeString(proc.resolve("812/stat"), "nonsense");
        assertThat(proof.hasEnded()).isFalse();
        Files.delete(proc.resolve("812/stat"));
        Files.createDirectory(proc.resolve("812/stat"));
        assertThat(proof.hasEnded()).isFalse();
    }

    @Test
    void aProcessOfAnotherNamespaceUserOrKernelOrThatIsNotSeenProvesNothing() {
        assertThat(proof(hello("pid:[2]", "boot")).isProcess()).isFalse();
        assertThat(proof(hello("", "boot")).isProcess()).isFalse();
        assertThat(proof(hello("pid:[1]", "")).isProcess()).isFalse();
        assertThat(ProcessProof.of(hello("pid:[1]", "boot"), "another", KERNEL, proc)
                        .isProcess())
                .isFalse();
        Hello unseen = new Hello("s", "", "", 813, "pid:[1]", "boot");
        assertThat(ProcessProof.of(unseen, user, KERNEL, proc).isProcess()).isFalse();
        assertThat(ProcessProof.of(unseen, "", KERNEL, proc).isProcess()).isFalse();
    }

    private ProcessProof proof(Hello hello) {
        return ProcessProof.of(hello, user, KERNEL, proc);
    }

    private static Hello hello(String pidNamespace, String boot) {
        return new Hello("billing", "", "", 812, pidNamespace, boot);
    }

    private void stat(char state, int threads, int startedAt) throws IOException {
        Files.writeString(
                proc.resolve("812/stat"),
                "812 (a) Z (b) %s 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 %s 0 %s 19 20\n"
                        .formatted(state, threads, startedAt));
    }
}

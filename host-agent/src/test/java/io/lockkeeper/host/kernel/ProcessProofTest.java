package io.lockkeeper.host.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.host.kernel.ProcessProof.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** By a folder that looks as {@code /proc} does. */
class ProcessProofTest {

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
        assertThat(proof(claim("pid:[1]", "boot")).isProcess()).isTrue();
        assertThat(proof(claim("pid:[1]", "boot")).hasEnded()).isFalse();
        assertThat(proof(claim("pid:[1]", "boot")).command()).isEqualTo("a) Z (b");
    }

    @Test
    void itHasEndedWhenItIsGone() throws IOException {
        ProcessProof proof = proof(claim("pid:[1]", "boot"));
        Files.delete(proc.resolve("812/stat"));
        assertThat(proof.hasEnded()).isTrue();
    }

    @Test
    void itHasEndedWhenAnotherOneHasItsPid() throws IOException {
        ProcessProof proof = proof(claim("pid:[1]", "boot"));
        stat('S', 3, 78);
        assertThat(proof.hasEnded()).isTrue();
    }

    @Test
    void aZombieOfOneThreadHasEndedAndOneWhoseThreadsRunHasNot() throws IOException {
        ProcessProof proof = proof(claim("pid:[1]", "boot"));
        stat('Z', 2, 77);
        assertThat(proof.hasEnded()).isFalse();
        stat('Z', 1, 77);
        assertThat(proof.hasEnded()).isTrue();
    }

    @Test
    void whatCannotBeReadProvesNothing() throws IOException {
        ProcessProof proof = proof(claim("pid:[1]", "boot"));
        Files.writeString(proc.resolve("812/stat"), "nonsense");
        assertThat(proof.hasEnded()).isFalse();
        Files.delete(proc.resolve("812/stat"));
        Files.createDirectory(proc.resolve("812/stat"));
        assertThat(proof.hasEnded()).isFalse();
    }

    @Test
    void aProcessOfAnotherNamespaceUserOrKernelOrThatIsNotSeenProvesNothing() {
        assertThat(proof(claim("pid:[2]", "boot")).isProcess()).isFalse();
        assertThat(proof(claim("", "boot")).isProcess()).isFalse();
        assertThat(proof(claim("pid:[1]", "")).isProcess()).isFalse();
        assertThat(ProcessProof.of(claim("pid:[1]", "boot"), "another", kernel())
                        .isProcess())
                .isFalse();
        Claim unseen = claim("pid:[1]", "boot").of(813);
        assertThat(ProcessProof.of(unseen, user, kernel()).isProcess()).isFalse();
        assertThat(ProcessProof.of(unseen, "", kernel()).isProcess()).isFalse();
    }

    private ProcessProof proof(Claim claim) {
        return ProcessProof.of(claim, user, kernel());
    }

    private ProcessProof.Kernel kernel() {
        return new ProcessProof.Kernel(proc, "boot", "pid:[1]");
    }

    private static Claim claim(String pidNamespace, String boot) {
        return new Claim(812, pidNamespace, boot);
    }

    private void stat(char state, int threads, int startedAt) throws IOException {
        Files.writeString(
                proc.resolve("812/stat"),
                "812 (a) Z (b) %s 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 %s 0 %s 19 20\n"
                        .formatted(state, threads, startedAt));
    }
}

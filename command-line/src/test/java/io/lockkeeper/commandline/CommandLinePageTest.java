package io.lockkeeper.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page of the command line lists the commands as they are. Where they differ, the failure shows the page as it should be. */
class CommandLinePageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "command-line.md");

    @Test
    void thePageHasEachCommandWithItsOptions() throws IOException {
        String commands = new CommandsOnPage(LockkeeperMain.commandLine()).text();
        assertThat(commands).contains("### lockkeeper run", "`--no-wait`", "### lockkeeper doctor");
        assertThat(Files.readString(PAGE)).contains("<!-- generated -->\n" + commands + "<!-- end of generated -->");
    }

    @Test
    void thePageAndTheManPageHaveEachExitCodeInOneTable() throws Exception {
        String page = Files.readString(PAGE);
        String man = Files.readString(Path.of("src/main/man/lockkeeper.1"));
        String onPage = page.substring(page.indexOf("## Exit codes"), page.indexOf("## serve"));
        String onMan = man.substring(man.indexOf(".SH EXIT STATUS"), man.indexOf(".TE"));
        for (Field code : ExitCode.class.getFields()) {
            assertThat(onPage).as(code.getName()).containsPattern("\\| .*\\b" + code.getInt(null) + "\\b.* \\|");
            assertThat(onMan).as(code.getName()).containsPattern("(?m)^.*\\b" + code.getInt(null) + "\\b.*\\|");
        }
    }

    @Test
    void aHiddenOptionIsLeftOutAndADefaultIsSaid() {
        CommandSpec one = CommandSpec.create()
                .name("one")
                .addOption(OptionSpec.builder("--ttl")
                        .paramLabel("TIME")
                        .type(String.class)
                        .defaultValue("30s")
                        .description("How long | at most. Default: ${DEFAULT-VALUE}.")
                        .build())
                .addOption(OptionSpec.builder("--secret").hidden(true).build());
        one.usageMessage().description("Does one thing.");
        CommandLine all = new CommandLine(CommandSpec.create().name("all")).addSubcommand("one", new CommandLine(one));

        assertThat(new CommandsOnPage(all).text())
                .contains(
                        "### lockkeeper one\nDoes one thing.", "| `--ttl TIME` | How long \\| at most. Default: 30s. |")
                .doesNotContain("--secret");
    }
}

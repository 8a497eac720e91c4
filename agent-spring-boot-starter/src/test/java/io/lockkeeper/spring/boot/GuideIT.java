package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import io.lockkeeper.test.CodeBlock;
import io.lockkeeper.test.MongoServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The guide's first service: compiled from the text, and run with what the starter brings and nothing else. */
@Timeout(120)
class GuideIT {

    private static final Path GUIDE = Path.of("../docs/guide/spring-boot.md");
    private static final Path README = Path.of("../README.md");

    /** What the starter's dependencies are in the end: nothing of the web, of transactions, of an actuator, of metrics. */
    private static final Pattern BROUGHT = Pattern.compile(
            "(lockkeeper-(agent|shared-model|spring-boot-starter)|mongodb-driver-(sync|core)|bson(-record-codec)?"
                    + "|spring-(core|beans|context|aop|expression)|spring-boot(-autoconfigure|-mongodb)?|micrometer-(commons|observation)"
                    + "|slf4j-api|logback-(classic|core)|log4j-(to-slf4j|api)|jul-to-slf4j|commons-logging|jakarta\\.annotation-api|snakeyaml|jspecify)"
                    + "-\\d.*\\.jar");

    private static final List<String> OWN = List.of(
            "io/lockkeeper/spring/Locked.class",
            "io/lockkeeper/agent/LockAgent.class",
            "io/lockkeeper/model/LockName.class");

    private final MongoDatabase database = MongoServer.shared().freshDatabase();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path project;

    @AfterEach
    void drop() {
        database.drop();
    }

    @Test
    void theFirstServiceOfTheGuideRunsAsItStandsThere() throws Exception {
        Files.writeString(project.resolve("ShopApplication.java"), block(GUIDE, "java"));
        Files.writeString(project.resolve("application.properties"), block(GUIDE, "properties"));
        compile();
        Process service = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        project + File.pathSeparator + classpath(),
                        "shop.ShopApplication",
                        "--spring.mongodb.uri=" + Contexts.uri(database))
                .redirectErrorStream(true)
                .redirectOutput(project.resolve("out").toFile())
                .start();
        assertThat(service.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
        String said = Files.readString(project.resolve("out"));
        assertThat(said).contains("Order 4711 is mine, token 1", "The report is mine tonight");
        assertThat(service.exitValue()).as(said).isZero();
    }

    @Test
    void theReadmeShowsNoOtherServiceThanTheGuide() {
        assertThat(CodeBlock.ofPage(README, "java"))
                .map(CodeBlock::text)
                .filteredOn(text -> text.contains("@SpringBootApplication"))
                .allMatch(block(GUIDE, "java")::equals);
        assertThat(block(GUIDE, "xml")).contains("lockkeeper-spring-boot-starter");
    }

    private void compile() {
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-parameters",
                        "-proc:none",
                        "-cp",
                        classpath(),
                        "-d",
                        project.toString(),
                        project.resolve("ShopApplication.java").toString());
        assertThat(result).isZero();
    }

    private static String classpath() {
        List<String> brought = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(GuideIT::isBrought)
                .toList();
        assertThat(brought).hasSizeGreaterThan(15);
        return brought.stream().collect(Collectors.joining(File.pathSeparator));
    }

    /** The modules of this project are folders of classes, or jars. */
    private static boolean isBrought(String entry) {
        Path path = Path.of(entry);
        String name = path.getFileName().toString();
        return OWN.stream().anyMatch(type -> Files.exists(path.resolve(type)))
                || BROUGHT.matcher(name).matches();
    }

    private static String block(Path page, String language) {
        return CodeBlock.ofPage(page, language).getFirst().text();
    }
}

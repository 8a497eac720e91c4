package io.lockkeeper.console.watch.heartbeat;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.fixture.Agents;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Locks;
import io.lockkeeper.console.fixture.NamedScene;
import io.lockkeeper.console.fixture.Pictures;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;

/** On every width, every page answers its question, with names as people have them: none is cut so that two read alike. */
class WidthsIT {

    private static final int TELEPHONE = 390;

    /** The last one is a screen at 400 %. */
    private static final List<Integer> WIDTHS = List.of(1440, 1280, 1024, 720, TELEPHONE, 320);

    private static final String PROBE = probe();
    private static final String HOLDER = "x2x9z";
    private static final String LENGTH = "\\d+ (s|min)";

    @AutoClose
    private static final Console console = Console.start().administrator("boss", "boss");

    @AutoClose
    private static final Chromium chromium = new Chromium();

    private static final NamedScene scene = new NamedScene(console);
    private static final Map<Integer, Page> pages = new HashMap<>();

    /** What has to be readable in the row of the first lock, or of a process of it. */
    private static final Map<String, List<String>> ANSWERS = Map.of(
            "/locks", List.of("4711", "2000", LENGTH, "\\b3\\b"),
            "/waits", List.of("4711", HOLDER, LENGTH),
            "/history", List.of("4711", HOLDER, "held|released|evicted"),
            "/audit", List.of("4711", "operator", "evict"));

    @BeforeAll
    static void world() {
        scene.past().hold().foreign();
    }

    static Stream<String> pages() {
        return Stream.of(
                "/",
                "/locks",
                "/locks?group=service",
                "/locks/" + NamedScene.FIRST,
                "/lock/" + NamedScene.FIRST,
                "/lock/" + LockAddress.of(longest()),
                "/waits",
                "/waits?view=graph",
                "/findings",
                "/agents",
                "/agents?view=versions",
                "/history",
                "/history?window=hour",
                "/incident",
                "/audit",
                "/alerts",
                "/sources",
                "/" + LockAddress.list(scene.source()),
                "/" + LockAddress.whole(new LockId(scene.source(), NamedScene.FIRST)),
                scene.inSource(NamedScene.FIRST),
                "/tokens",
                "/users",
                "/logins",
                "/settings",
                "/consent",
                "/password",
                "/nowhere",
                "/login");
    }

    /** Most other tests of pages need no browser, and run no script. */
    @ParameterizedTest
    @MethodSource("pages")
    void eachViewOpensWithoutAScriptError(String path) {
        open(1280, 800, path);
        chromium.assertNoScriptFailed();
    }

    @Test
    void eachViewIsAmongThosePages() {
        ClassPathScanningCandidateComponentProvider views = new ClassPathScanningCandidateComponentProvider(false);
        views.addIncludeFilter(new AnnotationTypeFilter(Route.class));
        assertThat(views.findCandidateComponents("io.lockkeeper.console").stream()
                        .map(view -> AnnotationUtils.getAnnotation(
                                ClassUtils.resolveClassName(String.valueOf(view.getBeanClassName()), null),
                                Route.class))
                        .map(route -> "/" + Objects.requireNonNull(route).value()))
                .hasSizeGreaterThan(10)
                .allMatch(view -> pages().anyMatch(path -> path.split("[?/]", 3)[1].equals(view.substring(1))));
    }

    /** Those that are open at night on a telephone; the others are looked at with all widths. */
    static Stream<String> atNight() {
        return Stream.of(
                "/",
                "/locks",
                "/locks/" + NamedScene.FIRST,
                "/lock/" + LockAddress.of(longest()),
                "/waits",
                "/findings",
                "/history?window=hour",
                "/" + LockAddress.list(scene.source()),
                "/login");
    }

    @ParameterizedTest
    @MethodSource("atNight")
    void aPageIsReadOnATelephone(String path) {
        assertThat(faultsOn(TELEPHONE, path)).isEmpty();
    }

    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("pages")
    void aPageIsReadOnEveryWidth(String path) {
        assertThat(WIDTHS.stream().flatMap(width -> faultsOn(width, path).stream()))
                .isEmpty();
    }

    private static List<String> faultsOn(int width, String path) {
        Page page = open(width, width < 720 ? 844 : 800, path);
        Pictures.take(page, "widths-" + path.replaceAll("[^a-z]+", "-"));
        return look(page, path).stream().map(fault -> width + " px: " + fault).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/locks", "/waits", "/agents", "/history", "/"})
    void atFourTimesItsSizeAPageCanBeReadToItsEnd(String path) {
        Page page = open(320, 200, path);
        Locator name = page.locator(".content")
                .getByText(path.equals("/agents") ? "checkout-service-7d9f8b6c5d-x2x9z" : NamedScene.FIRST)
                .locator("visible=true")
                .first();
        name.scrollIntoViewIfNeeded();
        Pictures.take(page, "zoom" + path.replace('/', '-'));
        assertThat((Boolean) name.evaluate("""
                        it => {
                          const box = it.getBoundingClientRect();
                          const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
                          return it === there || it.contains(there) || there?.contains(it) === true;
                        }""")).as("nothing covers the row").isTrue();
    }

    /** A window of 1,280 by 1,024 at 400 %. */
    @Tag("nightly")
    @ParameterizedTest
    @MethodSource("pages")
    void atFourTimesItsSizeEachPageIsWholeAndItsControlsAreReached(String path) {
        Page page = open(320, 256, path);
        Pictures.take(page, "zoom" + path.replaceAll("[^a-z]+", "-"));
        assertThat(look(page, path)).isEmpty();
        assertThat((List<?>) page.evaluate("() => [...probe.unreached(), ...probe.cutHints()]"))
                .isEmpty();
    }

    @Test
    void onATelephoneAHolderIsCutOnlyInALineOfItsOwn() {
        Page page = open(TELEPHONE, 844, "/locks");
        await().pollInSameThread()
                .untilAsserted(() -> assertThat((List<?>) page.evaluate("""
                        () => [...document.querySelectorAll('.lock-cell .second lk-name')]
                            .filter(name => name.clientWidth > 0)
                            .filter(name => name.querySelector('.dots'))
                            .map(name => name.closest('.second').clientWidth - name.getBoundingClientRect().width)
                            .concat(document.querySelector('.lock-cell .second .dots') ? [] : ['no holder is cut'])
                            .filter(free => !(free < 2))""")).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "1440, /agents, agent, 7",
        "1280, /agents, agent, 7",
        "1024, /agents, agent, 7",
        "1440, /waits, wait, 5",
        "1280, /waits, wait, 5",
        "1440, /history, past, 6",
        "1280, /history, past, 6"
    })
    void theHeadOfATableStays(int width, String path, String row, int columns) {
        Page page = open(width, 500, path);
        assertThat(page.locator("." + row + "-heads")).isVisible();
        assertThat((Boolean) page.evaluate("""
                        ([row, columns]) => {
                          const edges = row => [...row.children]
                              .map(cell => cell.getBoundingClientRect())
                              .filter(box => box.width > 1)
                              .map(box => Math.round(box.left));
                          const all = [...document.querySelectorAll(`.${row}:not(.columns)`)].map(edges);
                          const content = document.querySelector('.entries');
                          content.scrollTop = content.scrollHeight;
                          const heads = document.querySelector(`.${row}-heads`).getBoundingClientRect();
                          return all.length > 1 && new Set(all.map(String)).size === 1 && new Set(all[0]).size >= columns
                              && heads.height > 10 && content.scrollWidth <= content.clientWidth
                              && content.scrollTop > 100 && Math.abs(heads.top - content.getBoundingClientRect().top) < 1;
                        }""", List.of(row, columns))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1480, 1280, 1024})
    void aVersionIsWholeInOneLine(int width) {
        Owner unreleased = Locks.owner("unreleased", "unreleased-1", 7, "", "");
        new Agents(console.database()).beat(unreleased, "0.1.0-SNAPSHOT", Duration.ofHours(1), 0, 0);
        Page page = open(width, 500, "/agents?q=unreleased");
        Locator version = page.locator(".agent:not(.columns) .cell > span:text-is('0.1.0-SNAPSHOT')");
        assertThat(version).hasCount(1);
        assertThat(version.evaluate("it => it.getClientRects().length")).isEqualTo(1);
        assertThat((Boolean) version.evaluate("it => it.parentElement.scrollWidth <= it.parentElement.clientWidth"))
                .isTrue();
        new Agents(console.database()).close(unreleased);
    }

    @Test
    void theWholeNameIsWhatIsReadAloudAndCopied() {
        Page page = open(TELEPHONE, 844, "/locks?q=tenant-4712");
        Locator name = page.locator(".second lk-name:visible").first();
        String holder = name.getAttribute("name");
        await().pollInSameThread()
                .untilAsserted(() -> assertThat(painted(name)).isNotEmpty().isNotEqualTo(holder));
        assertThat(name).hasText(holder);
        assertThat(name).hasAttribute("title", holder);
        assertThat(name.ariaSnapshot()).contains(holder);
        assertThat(name.evaluate("it => { getSelection().selectAllChildren(it); return getSelection().toString(); }"))
                .isEqualTo(holder);
    }

    @ParameterizedTest
    @ValueSource(ints = {1280, 1024, 390})
    void aBadgeThatSaysMoreMovesNothing(int width) {
        Page page = open(width, 800, "/locks");
        Locator list = page.locator(".list");
        Locator badge = page.locator(".tools > .badge");
        double top = list.boundingBox().y;
        for (String words :
                List.of("◐ behind by 14 s", "○ disconnected since 12:00:41 UTC, showing the last known state")) {
            badge.evaluate("(it, words) => { it.textContent = words; it.className = 'badge disconnected'; }", words);
            assertThat(list.boundingBox().y).as(words).isEqualTo(top);
        }
    }

    @Test
    void signsAreExplainedWhereTheyStand() {
        Page page = open(1280, 800, "/waits?view=graph");
        assertThat(page.locator(".legend")).containsText("deadlock");
        page.navigate(console.address("/sources"));
        page.locator(".grades summary").click();
        assertThat(page.locator(".grades")).containsText("an old holder can free its successor's lock");
    }

    /** The faults that stay. */
    private static List<String> look(Page page, String path) {
        try {
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(faults(page, path)).isEmpty());
            return List.of();
        } catch (ConditionTimeoutException e) {
            return faults(page, path);
        }
    }

    private static List<String> faults(Page page, String path) {
        List<String> faults = new ArrayList<>();
        String sideways = (String) page.evaluate("() => probe.sideways()");
        if (!sideways.isEmpty()) {
            faults.add(sideways);
        }
        ((List<?>) page.evaluate("names => probe.alike(names)", scene.told())).forEach(pair -> faults.add("" + pair));
        List<String> asked = ANSWERS.getOrDefault(path, List.of());
        if (!asked.isEmpty()) {
            String row = (String) page.evaluate("name => probe.row(name)", NamedScene.FIRST);
            asked.stream()
                    .filter(part -> !Pattern.compile(part).matcher(row).find())
                    .forEach(part -> faults.add("no %s in “%s”".formatted(part, row)));
        }
        return faults;
    }

    private static String probe() {
        try (InputStream file =
                Objects.requireNonNull(WidthsIT.class.getResourceAsStream("/widths/probe.js"), "probe")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String painted(Locator element) {
        return (String) element.evaluate("it => probe.painted(it)");
    }

    private static String longest() {
        return scene.names().stream()
                .max(Comparator.comparingInt(String::length))
                .orElseThrow();
    }

    /** A page of a browser of that width, in which somebody has logged in unless the path is that of the login. */
    private static Page open(int width, int height, String path) {
        boolean asked = path.equals("/login");
        Page page = pages.computeIfAbsent(asked ? -width : width, unused -> {
            Page fresh = chromium.browser(width, height, ColorScheme.LIGHT).newPage();
            return asked ? fresh : chromium.enter(fresh, console, "boss");
        });
        scene.touch();
        page.setViewportSize(width, height);
        page.navigate(console.address(path));
        assertThat(page.locator("h1, .error-message, input[name=password]").first())
                .isVisible();
        assertThat(page.locator(".skeleton:visible")).hasCount(0);
        page.evaluate(PROBE);
        return page;
    }
}

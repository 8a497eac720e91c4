package io.lockkeeper.desktop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The application's window: a browser's in application mode, else a tab. It gets its page as a file that only its owner can
 * read, since everybody can read a command line.
 */
final class DesktopWindow {

    private static final Logger LOG = LoggerFactory.getLogger(DesktopWindow.class);
    /** A browser that ends sooner has passed its page to a running one, or does not work. */
    private static final Duration OWN = Duration.ofSeconds(5);

    private static final Duration FIRST_SIGN = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofMinutes(1);
    /** A hidden page gives a sign every 15 s. */
    static final Duration QUIET = Duration.ofSeconds(90);

    private final Browsers browsers;
    private final OwnFolder folder;
    private final Path home;
    private final SignsOfLife life;
    private final Supplier<String> page;

    /**
     * @param folder for the window's page and profile
     * @param home for a tab's page: the browser of a snap reads no hidden folder
     * @param page makes the text of a page that leads in, once
     */
    DesktopWindow(Browsers browsers, OwnFolder folder, Path home, SignsOfLife life, Supplier<String> page) {
        this.browsers = browsers;
        this.folder = folder;
        this.home = home;
        this.life = life;
        this.page = page;
    }

    /** Opens the window, and returns when it has been closed or has never appeared. */
    void show() throws IOException, InterruptedException {
        long before = life.count();
        Optional<Process> browser = open();
        if (browser.isPresent() && hasOwn(browser.get(), before) && life.count() > before) {
            return;
        }
        if (life.count() == before && !hasSign(before)) {
            LOG.info("No browser showed a window of its own: opening a tab");
            openTab();
            if (!hasSign(before)) {
                LOG.error(
                        "No browser has opened the console. Install Chromium, Chrome or Edge, or name one with {}",
                        Browsers.NAMED);
                return;
            }
        }
        while (life.since().compareTo(QUIET) < 0) {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** Opens another window, for a second start. */
    void another() {
        try {
            if (open().isEmpty()) {
                openTab();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Process> open() throws IOException {
        Path file = write(folder.path());
        Optional<List<String>> command = browsers.window(file, folder.file("browser"));
        return command.isEmpty() ? Optional.empty() : start(command.get());
    }

    private void openTab() throws IOException {
        Optional<Process> unused = start(browsers.tab(write(home)));
    }

    private static Optional<Process> start(List<String> command) {
        try {
            Process browser = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(browser::destroy));
            return Optional.of(browser);
        } catch (IOException e) {
            LOG.warn("{} did not start: {}", command.getFirst(), e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Waits for the browser's end, which it requests if no page appears; returns whether the windows were its own: the page appeared while
     * it ran, or it ran for long.
     */
    private boolean hasOwn(Process browser, long before) throws InterruptedException {
        long began = System.nanoTime();
        while (life.count() == before) {
            long ran = System.nanoTime() - began;
            if (ran > NEVER.toNanos()) {
                browser.destroy();
            }
            if (browser.waitFor(100, TimeUnit.MILLISECONDS)) {
                return ran > OWN.toNanos();
            }
        }
        int unused = browser.waitFor();
        return true;
    }

    private boolean hasSign(long before) throws InterruptedException {
        long began = System.nanoTime();
        while (life.count() == before && System.nanoTime() - began < FIRST_SIGN.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return life.count() > before;
    }

    /** Writes the page, which is useless once it has been opened, and after a minute in any case. */
    private Path write(Path where) throws IOException {
        Path file = Files.createTempFile(where, "lockkeeper-console-", ".html", OwnFolder.forOwner());
        Files.writeString(file, page.get());
        file.toFile().deleteOnExit();
        Thread unused = Thread.ofVirtual().start(() -> remove(file));
        return file;
    }

    private static void remove(Path file) {
        try {
            Thread.sleep(OneTimeLogins.GOOD_FOR);
            Files.deleteIfExists(file);
        } catch (IOException | InterruptedException e) {
            LOG.debug("{} stays until the end", file, e);
        }
    }
}

package io.lockkeeper.desktop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the browsers of this system: one that can show a page as a window of its own, and the command that opens a tab.
 *
 * @param environment that of the process
 * @param system the name of the operating system
 */
record Browsers(Map<String, String> environment, String system) {

    /** Names the browser to use; no other is searched for. */
    static final String NAMED = "LOCKKEEPER_BROWSER";

    private static final List<String> LINUX = List.of(
            "google-chrome-stable",
            "google-chrome",
            "chromium",
            "chromium-browser",
            "microsoft-edge-stable",
            "microsoft-edge",
            "brave-browser",
            "vivaldi-stable");
    private static final List<String> MAC = List.of(
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            "/Applications/Chromium.app/Contents/MacOS/Chromium",
            "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
            "/Applications/Brave Browser.app/Contents/MacOS/Brave Browser");
    private static final List<String> WINDOWS =
            List.of("Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe");

    static Browsers here() {
        return new Browsers(System.getenv(), System.getProperty("os.name", ""));
    }

    /**
     * The command that shows a page as a window of its own, with a profile of its own; empty if no such browser is installed.
     */
    Optional<List<String>> window(Path page, Path profile) {
        return executable()
                .map(browser -> List.of(
                        browser.toString(),
                        "--app=" + page.toUri(),
                        "--user-data-dir=" + profile,
                        "--class=lockkeeper-console",
                        "--no-first-run",
                        "--no-default-browser-check",
                        "--disable-sync",
                        "--window-size=1280,800"));
    }

    /** The command that opens a page in the browser of the user's choice. */
    List<String> tab(Path page) {
        String opener = isMac() ? "open" : isWindows() ? "explorer.exe" : "xdg-open";
        return List.of(opener, page.toUri().toString());
    }

    private Optional<Path> executable() {
        String named = environment.getOrDefault(NAMED, "");
        return named.isBlank()
                ? candidates()
                        .filter(Files::isExecutable)
                        .filter(Browsers::readsHiddenFolders)
                        .findFirst()
                : Optional.of(Path.of(named));
    }

    private Stream<Path> candidates() {
        if (isMac()) {
            return MAC.stream().map(Path::of);
        }
        if (isWindows()) {
            return Stream.of("ProgramFiles", "ProgramFiles(x86)", "LocalAppData")
                    .map(variable -> environment.getOrDefault(variable, ""))
                    .filter(folder -> !folder.isEmpty())
                    .flatMap(folder -> WINDOWS.stream().map(rest -> Path.of(folder, rest)));
        }
        List<String> folders =
                new ArrayList<>(List.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)));
        folders.removeIf(String::isEmpty);
        return LINUX.stream().flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)));
    }

    /** Whether the browser can read hidden folders, such as that of the profile; one from a snap cannot. */
    private static boolean readsHiddenFolders(Path browser) {
        try {
            Path real = browser.toRealPath();
            return !browser.startsWith("/snap") && !real.startsWith("/snap") && !real.endsWith("snap");
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isMac() {
        return system.toLowerCase(Locale.ROOT).contains("mac");
    }

    private boolean isWindows() {
        return system.toLowerCase(Locale.ROOT).contains("windows");
    }
}

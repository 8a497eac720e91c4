package io.lockkeeper.faults.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;

/** What was found, as one page that needs nothing else. */
public final class Page {

    private static final String STYLE = """
        :root { color-scheme: light dark; --ink: #1d2733; --ground: #fff; --faint: #6b7785; --line: #d8dee5; --bad: #c62828; --good: #2e7d32;
                --fault: rgba(230, 120, 0, .14); --fault-ink: #a85800; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e4e9ee; --ground: #14191f; --faint: #95a1ad; --line: #313a44; --bad: #ff8a80;
                --good: #81c784; --fault: rgba(255, 170, 60, .16); --fault-ink: #ffb74d; } }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
        h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
        .kept { color: var(--good); } .broken { color: var(--bad); }
        table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1.5rem .2rem 0; border-bottom: 1px solid var(--line); }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
        .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .5rem; }
        svg text { font: 11px system-ui, sans-serif; fill: var(--faint); } svg text.lock { fill: var(--ink); } svg text.fault { fill: var(--fault-ink); }
        rect.fault { fill: var(--fault); } line.violation { stroke: var(--bad); stroke-width: 2; }
        .c0 { fill: #3f7fbf; } .c1 { fill: #2a9d8f; } .c2 { fill: #9c6ade; } .c3 { fill: #c98b1b; }
        .c4 { fill: #d1577a; } .c5 { fill: #5a9e3d; } .c6 { fill: #5f6fd0; } .c7 { fill: #b8673c; }
        """;

    private Page() {}

    public static void write(Path file, String title, Findings findings) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, of(title, findings));
    }

    private static String of(String title, Findings findings) {
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Lockkeeper under faults</title><style>%s</style></head><body>
            <h1>Lockkeeper under faults</h1><p>%s</p>%s<p>%s</p>
            <h2>Longest pause of a client, by fault</h2>
            <table><tr><th>fault</th><th class="number">seconds</th></tr>%s</table>
            <h2>Who held what, while which fault was on: the last minutes</h2>
            <p>A bar is a lease, from its grant to the last time its agent said that it is held; a colour is a process. Point at one to read it.</p>
            <div class="scroll" tabindex="0">%s</div></body></html>
            """.formatted(
                        STYLE,
                        text(title),
                        verdict(findings),
                        text(findings.summary()),
                        pauses(findings),
                        Timeline.of(findings.picture(), findings.violations()));
    }

    private static String verdict(Findings findings) {
        if (findings.violations().isEmpty()) {
            return "<p class='kept'><strong>Every promise was kept.</strong></p>";
        }
        return findings.violations().stream()
                .map(each -> "<li><strong>%s</strong>: %s</li>".formatted(text(each.rule()), text(each.text())))
                .collect(Collectors.joining(
                        "", "<p class='broken'><strong>Broken:</strong></p><ul class='broken'>", "</ul>"));
    }

    private static String pauses(Findings findings) {
        return findings.pauses().entrySet().stream()
                .map(each -> String.format(
                        Locale.ROOT,
                        "<tr><td>%s</td><td class='number'>%.1f</td></tr>",
                        text(each.getKey()),
                        each.getValue().toMillis() / 1000.0))
                .collect(Collectors.joining());
    }

    static String text(String raw) {
        return raw.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("'", "&#39;")
                .replace("\"", "&quot;");
    }
}

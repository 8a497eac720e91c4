package io.lockkeeper.desktop;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.web.util.HtmlUtils;

/** The pages that the window shows before a console runs: the choice of a connection, its test, and the console's start. */
final class GatePages {

    private static final String FRAME = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>Lockkeeper Console</title>
          <link rel="icon" href="/icon.svg">
          <link rel="stylesheet" href="/gate.css">
          <script src="/gate.js" defer></script>
        </head>
        <body><main>
          <h1><img src="/icon.svg" alt="">Lockkeeper Console</h1>
        %s
        </main></body>
        </html>
        """;

    private GatePages() {}

    /** The page of the connections: the known ones, and a form for another, with what was typed into it. */
    static String choose(List<KnownConnection> known, Map<String, String> typed, String fault) {
        String list = known.stream().map(GatePages::row).collect(Collectors.joining());
        return FRAME.formatted("""
            %s%s
            <section><h2>%s</h2>
            <form method="post" action="/try">
              %s
              <p class="or">or its parts</p>
              <div class="two">%s%s</div>
              <div class="two">%s%s</div>
              <div class="two">%s<label>Password<input type="password" name="password" autocomplete="off"></label></div>
              <div class="two">%s<label class="check"><input type="checkbox" name="tls"%s> Use TLS</label></div>
              <details%s><summary>TLS files</summary>%s%s</details>
              %s
              <button class="first">Test the connection</button>
            </form></section>
            """.formatted(
                        fault.isEmpty() ? "" : "<p class=\"fault\" role=\"alert\">%s</p>".formatted(escaped(fault)),
                        list.isEmpty() ? "" : "<section><h2>Known</h2>%s</section>".formatted(list),
                        list.isEmpty() ? "Where are your locks?" : "Another",
                        field(typed, "uri", "Address", "mongodb://host:27017/app?replicaSet=rs0"),
                        field(typed, "host", "Host", "host:27017"),
                        field(typed, "database", "Database", "the services’ one"),
                        field(typed, "replicaSet", "Replica set", "optional"),
                        field(typed, "authSource", "Authenticated by", "admin"),
                        field(typed, "user", "User", "optional"),
                        "",
                        typed.containsKey("tls") ? " checked" : "",
                        typed.getOrDefault("caFile", "").isEmpty()
                                        && typed.getOrDefault("keyFile", "").isEmpty()
                                ? ""
                                : " open",
                        field(typed, "caFile", "Certificates to trust", "/path/ca.pem"),
                        field(typed, "keyFile", "Client certificate and key", "/path/client.pem"),
                        field(typed, "name", "Name", "what you call it")));
    }

    /** The result of a test, before anything is saved. */
    static String found(KnownConnection connection, Trial.Usable found) {
        String limits = found.readOnly()
                .map(lacking -> """
                    <p class="fault">Here the console is read-only: it shows locks, queues and agents, without history, findings and force-release. %s.</p>
                    """.formatted(escaped(capital(lacking))))
                .orElse("<p>History, findings and audit are kept in the database %s.</p>"
                        .formatted(escaped(connection.database() + "_console")));
        return FRAME.formatted("""
            <section><h2>%s</h2><p>%s</p>%s
            <p class="dim">The connection is kept, with its password, in a file that only you can read.</p>
            <form method="post" action="/keep"><button class="first">Keep and open</button> <a href="/connections">Back</a></form></section>
            """.formatted(escaped(connection.name()), escaped(found.server()), limits));
    }

    static String starting(KnownConnection connection) {
        return FRAME.formatted(
                "<p class=\"starting\" role=\"status\">Opening %s …</p>".formatted(escaped(connection.name())));
    }

    /** The page that leads into the console. */
    static String enter(int port, String word) {
        return FRAME.formatted(String.format(Locale.ROOT, """
            <form id="enter" method="post" action="http://127.0.0.1:%d%s"><input type="hidden" name="word" value="%s"></form>
            """, port, DesktopDoor.ENTER, word));
    }

    /** The file that leads to these pages: the secret is in no address, so it is in no command line. */
    static String handOver(String gate, String word) {
        return """
            <!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Lockkeeper Console</title>
            <form method="post" action="%senter"><input type="hidden" name="word" value="%s"><noscript><button>Open</button></noscript></form>
            <script>document.forms[0].submit()</script></html>
            """.formatted(gate, word);
    }

    private static String row(KnownConnection each) {
        return """
            <form method="post" class="known"><input type="hidden" name="name" value="%1$s">
            <button formaction="/open"><b>%1$s</b><span class="dim">%2$s</span></button>
            <button formaction="/forget" class="quiet" aria-label="Forget %1$s">Forget</button></form>
            """.formatted(escaped(each.name()), escaped(each.where()));
    }

    private static String field(Map<String, String> typed, String name, String label, String hint) {
        return "<label>%s<input name=\"%s\" value=\"%s\" placeholder=\"%s\" autocomplete=\"off\" spellcheck=\"false\"></label>"
                .formatted(label, name, escaped(typed.getOrDefault(name, "")), hint);
    }

    private static String capital(String sentence) {
        return sentence.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + sentence.substring(1);
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}

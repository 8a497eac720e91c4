package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.dependency.JavaScript;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import com.vaadin.flow.server.communication.IndexHtmlResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Component;

/**
 * Names in a page's head the scripts that each page comes to need. The browser otherwise learns of them step by step, each step after an
 * answer of the server; so it fetches and compiles them while the server makes the page's content.
 */
@Component
final class EarlyScripts implements VaadinServiceInitListener {

    private static final String BUILD = "./VAADIN/build/";
    private static final String FILES = "META-INF/VAADIN/webapp/VAADIN/build/";

    /** A script of the bundle names the files that it may import in a list at its beginning. */
    private static final Pattern LIST = Pattern.compile("\\(m\\.f=\\[([^\\]]*)\\]");

    private static final Pattern FILE = Pattern.compile("\"\\./([\\w.-]+\\.js)\"");

    /** The rest of what Vaadin imports, page by page. */
    private static final String IMPORTS = "generated-flow-imports";

    /** The start of the names of files with modules that few pages import. */
    private static final String OF_FEW_PAGES = "chunk-";

    /** Loads after the styles and the script that the page begins with. */
    private static final String PRIORITY = "fetchpriority";

    private static final String LOW = "low";
    private static final String LOGIN = "/login";

    private volatile List<String> modules = List.of();

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.addIndexHtmlRequestListener(this::announce);
    }

    private void announce(IndexHtmlResponse page) {
        Element head = page.getDocument().head();
        Optional.ofNullable(head.selectFirst("script[type=module][src^=" + BUILD + "]"))
                .ifPresent(entry -> modules(entry.attr("src").substring(BUILD.length()))
                        .forEach(file -> head.appendElement("link")
                                .attr("rel", "modulepreload")
                                .attr("crossorigin", "")
                                .attr("href", BUILD + file)
                                .attr(PRIORITY, LOW)));
        if (!LOGIN.equals(page.getVaadinRequest().getPathInfo())) {
            Arrays.stream(MainLayout.class.getAnnotationsByType(JavaScript.class))
                    .forEach(script -> head.appendElement("link")
                            .attr("rel", "preload")
                            .attr("as", "script")
                            .attr("href", script.value().replace("context://", "./"))
                            .attr(PRIORITY, LOW));
        }
    }

    /** The modules, which are the same for every page while this process runs. */
    private List<String> modules(String entry) {
        if (modules.isEmpty()) {
            modules = read(entry);
        }
        return modules;
    }

    private static List<String> read(String entry) {
        List<String> first = named(entry);
        List<String> all = Stream.concat(
                        first.stream(),
                        first.stream().filter(file -> file.startsWith(IMPORTS)).flatMap(file -> named(file).stream()))
                .distinct()
                .filter(file -> !file.equals(entry))
                .toList();
        return Stream.concat(
                        all.stream().filter(file -> !file.startsWith(OF_FEW_PAGES)),
                        // by far the largest is that of the lists, which most pages have
                        all.stream()
                                .filter(file -> file.startsWith(OF_FEW_PAGES))
                                .max(Comparator.comparingInt(file -> text(file).length()))
                                .stream())
                .toList();
    }

    private static List<String> named(String file) {
        Matcher list = LIST.matcher(text(file));
        return list.find()
                ? FILE.matcher(list.group(1))
                        .results()
                        .map(found -> found.group(1))
                        .toList()
                : List.of();
    }

    /** The file's text; empty if it is missing: a page without these names loads the same scripts later. */
    private static String text(String file) {
        ClassPathResource resource = new ClassPathResource(FILES + file);
        if (!resource.exists()) {
            return "";
        }
        try (InputStream in = resource.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}

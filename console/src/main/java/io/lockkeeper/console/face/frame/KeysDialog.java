package io.lockkeeper.console.face.frame;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.HtmlContainer;
import com.vaadin.flow.component.Tag;
import com.vaadin.flow.component.html.DescriptionList;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.NativeButton;
import java.util.List;

/** The keys that pages know, in the browser's own dialog: it opens at once, whatever the console does. */
@Tag("dialog")
final class KeysDialog extends HtmlContainer {

    private static final String TITLE = "keys-title";

    /** @param pages those that the user may open */
    KeysDialog(List<PageLink> pages) {
        addClassName("keys-dialog");
        getElement().setAttribute("aria-labelledby", TITLE);
        H2 title = new H2("Keys");
        title.setId(TITLE);
        NativeButton close = new NativeButton("Done");
        close.addClassName("quiet");
        Div head = new Div(title, close);
        head.addClassName("head");
        DescriptionList everywhere = list();
        key(everywhere, "Show these keys", "?");
        key(everywhere, "Go to a lock, a service or a page", "Ctrl", "K");
        DescriptionList links = list();
        pages.forEach(page -> key(links, page.title(), "g", page.key()));
        DescriptionList locks = list();
        key(locks, "Search", "/");
        key(locks, "Next lock", "j", "↓");
        key(locks, "Previous lock", "k", "↑");
        key(locks, "Open the marked lock", "Enter");
        key(locks, "Evict its holder", "e");
        key(locks, "Leave the search, close the lock", "Esc");
        add(head, new H3("On every page"), everywhere, new H3("On the page Locks"), locks, new H3("Pages"), links);
    }

    private static DescriptionList list() {
        return new DescriptionList();
    }

    private static void key(DescriptionList list, String meaning, String... keys) {
        DescriptionList.Term term = new DescriptionList.Term(meaning);
        DescriptionList.Description description = new DescriptionList.Description();
        for (String key : keys) {
            description.add(kbd(key));
        }
        list.add(new Div(term, description));
    }

    private static Component kbd(String key) {
        HtmlContainer kbd = new HtmlContainer("kbd");
        kbd.setText(key);
        return kbd;
    }
}

package io.lockkeeper.console.locks;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Keeps the views of the list that users save by name, for each user alone. Waits for MongoDB. */
@Component
public class ViewShelf {

    static final int LONGEST_NAME = 60;
    static final int MOST = 30;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MongoTemplate template;

    ViewShelf(MongoTemplate template) {
        this.template = template;
    }

    /** By name. */
    public List<SavedView> of(ConsoleUser user) {
        SavedViews found = template.findOne(of(where("id").is(id(user))), SavedViews.class);
        return found == null
                ? List.of()
                : found.views().stream()
                        .sorted(Comparator.comparing(SavedView::name, String.CASE_INSENSITIVE_ORDER))
                        .toList();
    }

    /**
     * Saves a view, replacing one of the same name.
     *
     * @throws IllegalArgumentException if the name breaks its rule, or there are too many, in words for the user
     */
    public void save(ConsoleUser user, SavedView view) {
        SavedView kept = new SavedView(checked(view.name()), view.query());
        Criteria replaced = where("id").is(id(user)).and("views.name").is(kept.name());
        boolean known = template.updateFirst(of(replaced), new Update().set("views.$", kept), SavedViews.class)
                        .getMatchedCount()
                > 0;
        if (!known) {
            add(user, kept);
        }
    }

    /** If two callers add the same name at once, the document's id refuses one of them. */
    private void add(ConsoleUser user, SavedView view) {
        if (of(user).size() >= MOST) {
            throw new IllegalArgumentException("You have %d views already. Delete one first.".formatted(MOST));
        }
        Criteria without = where("id").is(id(user)).and("views.name").ne(view.name());
        template.upsert(of(without), new Update().push("views", view), SavedViews.class);
    }

    public void delete(ConsoleUser user, String name) {
        template.updateFirst(
                of(where("id").is(id(user))), new Update().pull("views", new Document("name", name)), SavedViews.class);
    }

    static String checked(String typed) {
        String name = typed.strip();
        if (name.isEmpty()
                || name.length() > LONGEST_NAME
                || !Words.visible(name).equals(name)) {
            throw new IllegalArgumentException(
                    "Give the view a name of 1 to %d characters, without control characters.".formatted(LONGEST_NAME));
        }
        return name;
    }

    /** A demo account and a stored user of the same name are different users. */
    private static String id(ConsoleUser user) {
        return (user.isDemo() ? "demo:" : "user:") + user.name();
    }

    private static Query of(Criteria criteria) {
        return Query.query(criteria).maxTime(LIMIT);
    }
}

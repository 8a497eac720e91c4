package io.lockkeeper.console.locks;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.security.ConsoleUser;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.bson.Document;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;

/** Keeps the views of the list that users save by name, for each user alone. Waits for MongoDB. */
@Component
class ViewShelf {

    static final int LONGEST_NAME = 60;
    static final int MOST = 30;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MongoTemplate template;

    ViewShelf(MongoTemplate template) {
        this.template = template;
    }

    /** By name. */
    List<SavedView> of(ConsoleUser user) {
        SavedViews found = template.findOne(of(id(user)), SavedViews.class);
        return found == null
                ? List.of()
                : found.views().stream()
                        .sorted(Comparator.comparing(SavedView::name, String.CASE_INSENSITIVE_ORDER))
                        .toList();
    }

    /**
     * Saves a view, in the place of one of the same name.
     *
     * @throws IllegalArgumentException if the name breaks its rule, or there are too many, in words for the user
     */
    void save(ConsoleUser user, SavedView view) {
        String name = checked(view.name());
        List<SavedView> others =
                of(user).stream().filter(each -> !each.name().equals(name)).toList();
        if (others.size() >= MOST) {
            throw new IllegalArgumentException("You have %d views already. Delete one first.".formatted(MOST));
        }
        delete(user, name);
        template.upsert(of(id(user)), new Update().push("views", new SavedView(name, view.query())), SavedViews.class);
    }

    void delete(ConsoleUser user, String name) {
        template.updateFirst(of(id(user)), new Update().pull("views", new Document("name", name)), SavedViews.class);
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

    /** An account of the demo is another user than one of that name. */
    private static String id(ConsoleUser user) {
        return (user.isDemo() ? "demo:" : "user:") + user.name();
    }

    private static Query of(String id) {
        return Query.query(where("id").is(id)).maxTime(LIMIT);
    }
}

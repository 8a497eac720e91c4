package io.lockkeeper.console.face.locks;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.ground.store.OwnTransactions;
import io.lockkeeper.console.people.security.ConsoleUser;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Keeps the views of the list that users save by name, for each user alone. Waits for MongoDB. */
@Component
public class ViewShelf {

    static final int LONGEST_NAME = 60;
    static final int MOST = 30;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final MongoTemplate template;
    private final OwnRecords records;
    private final OwnTransactions transactions;
    private final ServerClock clock;

    ViewShelf(MongoTemplate template, OwnRecords records, OwnTransactions transactions, ServerClock clock) {
        this.template = template;
        this.records = records;
        this.transactions = transactions;
        this.clock = clock;
    }

    /** By name. */
    public List<SavedView> of(ConsoleUser user) {
        return template
                .query(SavedViews.class)
                .as(Document.class)
                .matching(of(where("id").is(id(user))))
                .all()
                .stream()
                .flatMap(stored -> stored.get("views") instanceof List<?> views ? views.stream() : Stream.empty())
                .filter(Document.class::isInstance)
                .flatMap(view -> records.read((Document) view, SavedView.class).stream())
                .sorted(Comparator.comparing(SavedView::name, String.CASE_INSENSITIVE_ORDER))
                .toList();
    }

    /**
     * Adds a view, or replaces one of the same name. Returns the view as saved.
     *
     * @param seen the version of the replaced view that the user has seen; null to add one
     * @throws IllegalArgumentException if the name breaks its rule, or there are too many, in words for the user
     * @throws RefusedException if there is a view of this name already
     * @throws OutdatedException if another page or program of the user has changed or deleted it since
     */
    public SavedView save(ConsoleUser user, SavedView view, @Nullable Instant seen) {
        String name = checked(view.name());
        transactions.run(() -> {
            List<SavedView> views = of(user);
            LastChange last = required(user, views, name, seen);
            if (last == null && views.size() >= MOST) {
                throw new IllegalArgumentException(
                        String.format(Locale.ROOT, "You have %d views already. Delete one first.", MOST));
            }
            SavedView kept = new SavedView(name, view.query(), LastChange.next(last, clock.now()));
            keep(user, Stream.concat(without(views, name), Stream.of(kept)));
        });
        return named(of(user), name).orElse(view);
    }

    /** Deletes a view. {@code seen} means what it does in {@link #save}. */
    public void delete(ConsoleUser user, String name, Instant seen) {
        transactions.run(() -> {
            List<SavedView> views = of(user);
            LastChange unused = required(user, views, name, seen);
            keep(user, without(views, name));
        });
    }

    private static @Nullable LastChange required(
            ConsoleUser user, List<SavedView> views, String name, @Nullable Instant seen) {
        LastChange last = named(views, name)
                .map(view -> new LastChange(view.version(), user.name()))
                .orElse(null);
        LastChange.require("view " + name, seen, last);
        return last;
    }

    private void keep(ConsoleUser user, Stream<SavedView> views) {
        template.save(new SavedViews(id(user), views.toList()));
    }

    static Optional<SavedView> named(List<SavedView> views, String name) {
        return views.stream().filter(view -> view.name().equals(name)).findFirst();
    }

    private static Stream<SavedView> without(List<SavedView> views, String name) {
        return views.stream().filter(view -> !view.name().equals(name));
    }

    static String checked(String typed) {
        String name = typed.strip();
        if (name.isEmpty()
                || name.length() > LONGEST_NAME
                || !Formats.visible(name).equals(name)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "Give the view a name of 1 to %d characters, without control characters.",
                    LONGEST_NAME));
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

package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.facet.Subject;
import io.lockkeeper.model.Holder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The fields of a lock that a link's template may name, with their values.
 *
 * @param values those that are known, by their names
 */
record LinkFields(LockId lock, Map<String, String> values) {

    /** A field in a template. */
    static final Pattern FIELD = Pattern.compile("\\{(name|source|service|host|acquiredAt)}");

    private static final Pattern AFTER_PATH = Pattern.compile("[?#].*", Pattern.DOTALL);
    private static final Pattern DOTS = Pattern.compile("(\\.|%2e){1,2}", Pattern.CASE_INSENSITIVE);

    static final String ALL = "{name}, {source}, {service}, {host} and {acquiredAt}";

    /** The fields of a lock, with those of its holder if it has one. */
    static LinkFields of(Subject of) {
        LockId lock = of.lock();
        return of.holder()
                .map(it -> of(lock, it))
                .orElseGet(() -> new LinkFields(lock, Map.of("name", lock.name(), "source", lock.collection())));
    }

    private static LinkFields of(LockId lock, Holder holder) {
        return new LinkFields(
                lock,
                Map.of(
                        "name", lock.name(),
                        "source", lock.collection(),
                        "service", holder.user().service(),
                        "host", holder.user().host(),
                        "acquiredAt", holder.acquiredAt().toString()));
    }

    /**
     * The template with percent-encoded values in place of the fields; empty if one of them is unknown, or would make a segment of the path
     * that is {@code .} or {@code ..}: those lead elsewhere, however they are written.
     */
    Optional<String> fill(String template) {
        boolean known =
                FIELD.matcher(template).results().map(field -> field.group(1)).allMatch(values::containsKey);
        return known && !leadsElsewhere(template) ? Optional.of(filled(template)) : Optional.empty();
    }

    private boolean leadsElsewhere(String template) {
        String path = AFTER_PATH.matcher(template).replaceFirst("");
        return Arrays.stream(path.split("[/\\\\]", -1))
                .filter(segment -> FIELD.matcher(segment).find())
                .anyMatch(segment -> DOTS.matcher(filled(segment)).matches());
    }

    private String filled(String template) {
        return FIELD.matcher(template).replaceAll(this::encoded);
    }

    /** The encoded value, in which nothing is left that means something in an address, or in a replacement. */
    private String encoded(MatchResult field) {
        String value = values.getOrDefault(field.group(1), "");
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

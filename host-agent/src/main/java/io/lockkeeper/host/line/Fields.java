package io.lockkeeper.host.line;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The members of a line, each checked when it is read. Members that no reader asks for are ignored: newer clients may send them. */
public record Fields(Map<String, Object> members) {

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public Optional<String> text(String name) throws RequestRefusedException {
        return member(name, String.class, "a text");
    }

    public boolean flag(String name) throws RequestRefusedException {
        return member(name, Boolean.class, "true or false").orElse(false);
    }

    public OptionalLong number(String name, long least, long most) throws RequestRefusedException {
        Optional<Long> number = member(name, Long.class, "a whole number");
        if (number.isEmpty()) {
            return OptionalLong.empty();
        }
        long value = number.get();
        if (value < least || value > most) {
            throw RequestRefusedException.because(
                    "field", String.format(Locale.ROOT, "\"%s\" is %d; it can be %d to %d.", name, value, least, most));
        }
        return OptionalLong.of(value);
    }

    public Map<String, String> texts(String name) throws RequestRefusedException {
        Map<String, String> texts = new LinkedHashMap<>();
        Map<?, ?> object = member(name, Map.class, "an object of texts").orElse(Map.of());
        for (Map.Entry<?, ?> each : object.entrySet()) {
            if (!(each.getValue() instanceof String text)) {
                throw RequestRefusedException.because(
                        "field", "\"%s\" holds something else than texts.".formatted(name));
            }
            texts.put(each.getKey().toString(), text);
        }
        return texts;
    }

    /** Empty if there is none. */
    public Map<String, Object> object(String name) throws RequestRefusedException {
        Map<String, Object> object = new LinkedHashMap<>();
        Map<?, ?> member = member(name, Map.class, "an object").orElse(Map.of());
        for (Map.Entry<?, ?> each : member.entrySet()) {
            object.put(each.getKey().toString(), each.getValue());
        }
        return object;
    }

    public List<?> list(String name) throws RequestRefusedException {
        return member(name, List.class, "a list").orElse(List.of());
    }

    private <T> Optional<T> member(String name, Class<T> type, String described) throws RequestRefusedException {
        Object value = members.get(name);
        if (value != null && !type.isInstance(value)) {
            throw RequestRefusedException.because("field", "\"%s\" is not %s.".formatted(name, described));
        }
        return Optional.ofNullable(value).map(type::cast);
    }
}

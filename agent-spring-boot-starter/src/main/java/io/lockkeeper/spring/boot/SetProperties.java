package io.lockkeeper.spring.boot;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;

/** The properties that a service sets, each with its value and the place where it stands, for messages. Not for secrets. */
final class SetProperties {

    private SetProperties() {}

    /** The property as it is set, or only its name. */
    static String describe(Environment environment, String name) {
        return find(environment, name).map(SetProperties::describe).orElse(name);
    }

    /** Those of the names that are set. */
    static List<String> describe(Environment environment, Collection<String> names) {
        return names.stream()
                .flatMap(name -> find(environment, name).stream())
                .map(SetProperties::describe)
                .toList();
    }

    private static Optional<ConfigurationProperty> find(Environment environment, String name) {
        ConfigurationPropertyName property = ConfigurationPropertyName.of(name);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty found = source.getConfigurationProperty(property);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private static String describe(ConfigurationProperty property) {
        String origin = property.getOrigin() == null ? "" : " (%s)".formatted(property.getOrigin());
        return "%s=%s%s".formatted(property.getName(), property.getValue(), origin);
    }
}

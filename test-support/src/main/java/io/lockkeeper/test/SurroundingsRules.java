package io.lockkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodReference;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.net.InetAddress;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * What code must not take from the process it runs in: locale, time zone, character set and a host name that has to
 * resolve. The compiler refuses the calls that take a locale unsaid (Error Prone's DefaultLocale, in the root
 * {@code pom.xml}); it does not look at method references.
 */
final class SurroundingsRules {

    private static final Map<Class<?>, String> DEFAULTS = Map.of(
            Locale.class, "getDefault",
            ZoneId.class, "systemDefault",
            TimeZone.class, "getDefault",
            Charset.class, "defaultCharset",
            InetAddress.class, "getLocalHost");

    private SurroundingsRules() {}

    static ArchRule noFormatWithoutLocale() {
        return classes()
                .should(referToNoFormat())
                .because("in 46 locales %d writes other digits; write a lambda that names Locale.ROOT");
    }

    static ArchRule noDefaults() {
        return noClasses()
                .that()
                .doNotHaveSimpleName("ThisHost")
                .should()
                .accessTargetWhere(takesADefault())
                .because("the same program would answer otherwise on another machine; ThisHost knows the machine's"
                        + " name");
    }

    private static DescribedPredicate<JavaAccess<?>> takesADefault() {
        return DescribedPredicate.describe(
                "takes a default of the process",
                access -> DEFAULTS.entrySet().stream()
                        .anyMatch(each -> access.getTargetOwner().isEquivalentTo(each.getKey())
                                && access.getTarget().getName().equals(each.getValue())));
    }

    private static ArchCondition<JavaClass> referToNoFormat() {
        return new ArchCondition<>("refer to no String.formatted") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                type.getMethodReferencesFromSelf().stream()
                        .filter(SurroundingsRules::formats)
                        .forEach(each -> events.add(SimpleConditionEvent.violated(type, each.getDescription())));
            }
        };
    }

    private static boolean formats(JavaMethodReference reference) {
        return reference.getTargetOwner().isEquivalentTo(String.class)
                && reference.getTarget().getName().startsWith("format");
    }
}

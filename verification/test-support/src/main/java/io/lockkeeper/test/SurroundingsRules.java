package io.lockkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetAddress;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * What code must not take from the process it runs in: locale, time zone, character set and a host name that has to
 * resolve. The compiler refuses the calls that take a locale unsaid: Error Prone's DefaultLocale, in the root {@code pom.xml}.
 */
final class SurroundingsRules {

    private static final Map<Class<?>, String> DEFAULTS = Map.of(
            Locale.class, "getDefault",
            ZoneId.class, "systemDefault",
            TimeZone.class, "getDefault",
            Charset.class, "defaultCharset",
            InetAddress.class, "getLocalHost");

    private SurroundingsRules() {}

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
}

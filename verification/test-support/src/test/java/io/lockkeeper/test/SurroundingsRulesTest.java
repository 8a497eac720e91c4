package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** That the rules for surroundings can fail. */
class SurroundingsRulesTest {

    @Test
    void aDefaultOfTheProcessIsRefused() {
        assertThat(violations(SurroundingsRules.noDefaults(), Default.class))
                .contains("getDefault()", "getLocalHost()");
        assertThat(violations(SurroundingsRules.noDefaults(), Fit.class)).isEmpty();
    }

    private static String violations(ArchRule rule, Class<?> of) {
        return String.join(
                "\n",
                rule.evaluate(new ClassFileImporter().importClasses(of))
                        .getFailureReport()
                        .getDetails());
    }

    static final class Default {
        static Locale locale() {
            return Locale.getDefault();
        }

        static InetAddress host() throws UnknownHostException {
            return InetAddress.getLocalHost();
        }
    }

    static final class Fit {
        static String days(int days) {
            return String.format(Locale.ROOT, "%d days", days);
        }
    }
}

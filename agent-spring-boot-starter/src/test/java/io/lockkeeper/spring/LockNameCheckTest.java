package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.NamePart;
import io.lockkeeper.agent.methods.WhenRefused;
import io.lockkeeper.spring.boot.Contexts;
import java.sql.Timestamp;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What cannot name a lock is found when the service starts, as far as the types are known. */
class LockNameCheckTest {

    record Order(String id, Customer customer) {}

    static class Customer {
        private final String mail = "ann@example.org";

        public String getMail() {
            return mail;
        }

        public boolean isBlocked() {
            return false;
        }
    }

    static class Lab {}

    abstract static class Open {}

    @Test
    void aPropertyOrMethodThatDoesNotExistIsNamed() {
        assertThat(problems(Misnamed.class))
                .contains(
                        "Misnamed.property() cannot be understood: \"#order.idd\" of \"id-#{#order.idd}\" is no property"
                                + " of Order, which has neither idd() nor getIdd()")
                .contains(
                        "Misnamed.nested() cannot be understood: \"#order.customer.mial\"",
                        "is no property of Customer")
                .contains("Misnamed.called() cannot be understood: \"#order.key()\"", "is no public method of Order")
                .contains("Misnamed.ofBean() cannot be understood: \"id\"", "is no property of Misnamed")
                .contains("Misnamed.note() cannot be understood: \"#order.idd\"")
                .contains("Misnamed.inAnArgument() cannot be understood: \"#order.idd\"");
    }

    @Test
    void aTypeThatCannotNameALockIsNamed() {
        assertThat(problems(Unnameable.class))
                .contains("Unnameable.array() cannot be understood: \"#ids\" of \"id-#{#ids}\" is a int[]")
                .contains("Unnameable.object() cannot be understood: \"#lab\" of \"id-#{#lab}\" is a Lab, which has no"
                        + " toString() of its own")
                .contains(
                        "Unnameable.property() cannot be understood: \"#order.customer\"",
                        "is a Customer, which has no");
    }

    @Test
    @SuppressWarnings("JavaUtilDate") // which is what it is about
    void aTextThatIsAnotherInAnotherTimeZoneIsNamedAlsoInASumOrARecord() {
        assertThat(problems(Zoned.class))
                .contains(
                        "Zoned.date() cannot be understood: \"#day\" of \"id-#{#day}\" is a Date, whose text is another in"
                                + " another time zone, so two instances could get two locks. Name its milliseconds, as in #{#day.time}")
                .contains("Zoned.calendar() cannot be understood", "is a GregorianCalendar")
                .contains("Zoned.sum() cannot be understood: \"'a' + #day\"", "is a Timestamp")
                .contains("Zoned.arrays() cannot be understood", "is a int[]")
                .doesNotContain("millis()");
        assertThat(NamePart.unfit(new Slot(new Date(0))).orElseThrow()).startsWith("contains what is a Date");
        assertThat(NamePart.unfit(Optional.of(new java.sql.Date(0))).orElseThrow())
                .startsWith("is a Date");
    }

    record Slot(Date day) {}

    @Test
    void whatMayBeThereAtACallStarts() {
        Contexts.nowhere()
                .withBean(Sound.class)
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aSkippedMethodWithAStageOfItsOwnMustSayWhatItReturns() {
        assertThat(problems(Staged.class)).contains("Staged.later() returns", "give otherwise");
    }

    private static String problems(Class<?> bean) {
        AtomicReference<String> problems = new AtomicReference<>("");
        Contexts.nowhere()
                .withBean(bean)
                .run(context -> problems.set(String.valueOf(
                        context.getStartupFailure() == null
                                ? ""
                                : context.getStartupFailure().toString())));
        return problems.get();
    }

    static class Misnamed {
        @Locked("id-#{#order.idd}")
        public void property(Order order) {}

        @Locked("id-#{#order.customer.mial}")
        public void nested(Order order) {}

        @Locked("id-#{#order.key()}")
        public void called(Order order) {}

        @Locked("id-#{id}")
        public void ofBean(String id) {}

        @Locked(value = "id", note = "for #{#order.idd}")
        public void note(Order order) {}

        @Locked("id-#{@books.shelf(#order.idd)}")
        public void inAnArgument(Order order) {}
    }

    static class Unnameable {
        @Locked("id-#{#ids}")
        public void array(int[] ids) {}

        @Locked("id-#{#lab}")
        public void object(Lab lab) {}

        @Locked("id-#{#order.customer}")
        public void property(Order order) {}
    }

    static class Zoned {
        @Locked("id-#{#day}")
        public void date(Date day) {}

        @Locked("id-#{#day}")
        public void calendar(GregorianCalendar day) {}

        @Locked("id-#{'a' + #day}")
        public void sum(Timestamp day) {}

        @Locked("id-#{'a' + #ids + 'b'}")
        public void arrays(int[] ids) {}

        @Locked("id-#{#day.time}-#{'a' + #day.time + #id}-#{#other.timeInMillis}")
        public void millis(Date day, GregorianCalendar other, String id) {}
    }

    static class Sound {
        private static final String SHOP = "north";

        public String getShop() {
            return SHOP;
        }

        @Locked("id-#{#order.id}-#{#order.customer.mail}-#{#order.customer.blocked}-#{#order.id.length}")
        public void properties(Order order) {}

        @Locked("id-#{#order?.id()}-#{#root.shop}-#{shop}-#{getShop()}")
        public void methods(@Nullable Order order) {}

        @Locked("id-#{#open.anything}-#{#values['key']}-#{#values.key}-#{#any.id}")
        public void unknown(Open open, Map<String, String> values, Object any) {}

        @Locked("id-#{#orders.?[id == 'a'][0].id}-#{#orders.![customer.mail]}-#{#orders[0].id}-#{#ids[0]}")
        public void elements(List<Order> orders, int[] ids) {}

        @Locked("id-#{T(java.lang.Math).abs(#id)}-#{#id > 3 ? 'a' : 'b'}-#{{id: 1}['id']}-#{new String('x').length()}")
        public void operators(int id) {}
    }

    static class Staged {
        static class Stage extends CompletableFuture<String> {}

        @Locked(value = "a", whenRefused = WhenRefused.SKIP)
        public Stage later() {
            return new Stage();
        }
    }
}

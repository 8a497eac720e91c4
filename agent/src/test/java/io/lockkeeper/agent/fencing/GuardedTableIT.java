package io.lockkeeper.agent.fencing;

import static io.lockkeeper.agent.fencing.TestBank.execute;
import static io.lockkeeper.agent.fencing.TestBank.later;
import static io.lockkeeper.agent.fencing.TestBank.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.fencing.TestHolders.Succession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a guarded row promises, in a relational database. */
@Timeout(60)
class GuardedTableIT {

    private static final String BALANCE = "SELECT balance FROM account";

    @RegisterExtension
    private final TestHolders holders = new TestHolders();

    private final GuardedTable accounts = GuardedTable.of("PUBLIC.account", "id", "fence");
    private final TestBank bank;

    GuardedTableIT() throws SQLException {
        bank = new TestBank();
    }

    @AfterEach
    void closeBank() throws SQLException {
        bank.close();
    }

    @Test
    void aHolderWritesAsOftenAsItLikesAndLeavesItsToken() throws Exception {
        Lease lease = holders.acquire("ann");
        try (Connection connection = bank.withoutTransaction()) {
            assertThat(accounts.update(connection, lease, "ann", "balance = balance + ?", 1))
                    .isTrue();
            assertThat(accounts.update(connection, lease, "ann", "balance = balance + ?", 1))
                    .isTrue();
            assertThat(accounts.update(connection, lease, "bob", "balance = ?", 1))
                    .isFalse();
        }
        assertThat(bank.committed(BALANCE)).isEqualTo(102);
        assertThat(bank.committed("SELECT fence FROM account")).isEqualTo(lease.token());
    }

    @Test
    void whatAHolderWritesLateIsRefusedAndChangesNothing() throws Exception {
        Lease hanging = holders.acquireAndHang("ann");
        Lease next = holders.takeOver("ann");
        try (Connection connection = bank.withoutTransaction()) {
            accounts.update(connection, next, "ann", "balance = ?", 7);

            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> accounts.update(connection, hanging, "ann", "balance = ?", 0))
                    .matches(e -> e.token() == hanging.token() && e.seen() == next.token());
            assertThat(accounts.update(connection, hanging, "bob", "balance = ?", 0))
                    .isFalse();
        }
        assertThat(bank.committed(BALANCE)).isEqualTo(7);
    }

    @Test
    void aRowThatIsRaisedTakesNoEarlierWriteUntilTheTransactionEndsAndNoneAfterIt() throws Exception {
        Succession leases = holders.succession("ann");
        try (Connection live = bank.begin();
                Connection late = bank.withoutTransaction()) {
            assertThat(accounts.raise(live, leases.live(), "ann")).isTrue();
            assertThat(accounts.raise(live, leases.live(), "bob")).isFalse();
            long balance = number(live, BALANCE);
            CompletableFuture<Void> write = later(() -> accounts.update(late, leases.late(), "ann", "balance = ?", 0));
            bank.awaitBlocked("UPDATE");
            execute(live, String.format(Locale.ROOT, "UPDATE account SET balance = %d WHERE id = 'ann'", balance + 1));
            live.commit();

            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> write.get(20, TimeUnit.SECONDS))
                    .withCauseInstanceOf(StaleTokenException.class);
        }
        assertThat(bank.committed(BALANCE)).isEqualTo(101);
    }

    @Test
    void raisingOutsideOfATransactionAndOddNamesAreRefused() throws Exception {
        Lease lease = holders.acquire("ann");
        try (Connection connection = bank.withoutTransaction()) {
            assertThatIllegalStateException().isThrownBy(() -> accounts.raise(connection, lease, "ann"));
        }
        for (String odd : List.of("", "a b", "a;b", "1a", "\"a\"", ".a")) {
            assertThatIllegalArgumentException().isThrownBy(() -> GuardedTable.of(odd, "id", "fence"));
            assertThatIllegalArgumentException().isThrownBy(() -> GuardedTable.of("account", "id", odd));
        }
    }
}

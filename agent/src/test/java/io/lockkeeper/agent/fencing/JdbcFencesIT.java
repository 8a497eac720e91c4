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
import java.sql.SQLTransactionRollbackException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a fence row promises, in a relational database. */
@Timeout(60)
class JdbcFencesIT {

    private static final String LOCK = "payroll'; --";
    private static final String DEPOSIT = "UPDATE account SET balance = balance + 1 WHERE id = 'ann'";
    private static final String BALANCE = "SELECT balance FROM account";
    private static final String TOKEN = "SELECT token FROM fences";

    @RegisterExtension
    private final TestHolders holders = new TestHolders();

    private final JdbcFences fences = JdbcFences.in("fences");
    private final TestBank bank;

    JdbcFencesIT() throws SQLException {
        bank = new TestBank();
    }

    @AfterEach
    void closeBank() throws SQLException {
        bank.close();
    }

    @Test
    void whatALiveHolderWritesIsCommittedTogetherWithItsToken() throws Exception {
        Lease lease = holders.acquire(LOCK);
        for (int i = 0; i < 2; i++) {
            deposit(lease);
        }
        try (Connection connection = bank.begin()) {
            fences.raise(connection, holders.acquire("other lock"));
            connection.rollback();
        }
        assertThat(bank.committed(BALANCE)).isEqualTo(102);
        assertThat(bank.committed(TOKEN)).isEqualTo(lease.token());
        assertThat(bank.committed("SELECT COUNT(*) FROM fences")).isOne();
    }

    @Test
    void whatAHolderWritesLateIsRefusedAndNothingOfItIsThere() throws Exception {
        Lease hanging = holders.acquireAndHang(LOCK);
        try (Connection connection = bank.begin()) {
            execute(connection, "INSERT INTO account (id, balance) VALUES ('late', 1)");
            Lease next = holders.takeOver(LOCK);
            deposit(next);

            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> fences.raise(connection, hanging))
                    .matches(e -> e.lock().equals(LOCK) && e.token() == hanging.token() && e.seen() == next.token());
            connection.rollback();
        }
        assertThat(bank.committed("SELECT COUNT(*) FROM account")).isOne();
        assertThat(bank.committed(BALANCE)).isEqualTo(101);
    }

    @Test
    void ofTwoWhoMakeALocksFirstFenceTheLaterTokenWaitsAndPasses() throws Exception {
        Succession leases = holders.succession(LOCK);
        try (Connection first = bank.begin();
                Connection second = bank.begin()) {
            fences.raise(first, leases.late());
            execute(first, DEPOSIT);
            CompletableFuture<Void> raised = later(() -> fences.raise(second, leases.live()));
            bank.awaitBlocked("INSERT");
            first.commit();
            raised.get(20, TimeUnit.SECONDS);
            assertThat(number(second, BALANCE)).isEqualTo(101);
            second.commit();
        }
        assertThat(bank.committed(TOKEN)).isEqualTo(leases.live().token());
    }

    @Test
    void ofTwoWhoMakeALocksFirstFenceTheEarlierTokenWaitsAndIsRefused() throws Exception {
        Succession leases = holders.succession(LOCK);
        try (Connection first = bank.begin();
                Connection second = bank.begin()) {
            fences.raise(first, leases.live());
            CompletableFuture<Void> raised = later(() -> fences.raise(second, leases.late()));
            bank.awaitBlocked("INSERT");
            first.commit();
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> raised.get(20, TimeUnit.SECONDS))
                    .withCauseInstanceOf(StaleTokenException.class);
            second.rollback();
        }
        assertThat(bank.committed(TOKEN)).isEqualTo(leases.live().token());
    }

    @Test
    void anEarlierHolderWaitsForTheOpenTransactionOfALaterOneAndIsRefused() throws Exception {
        Succession leases = holders.succession(LOCK);
        deposit(leases.late());
        try (Connection first = bank.begin();
                Connection second = bank.begin()) {
            fences.raise(first, leases.live());
            CompletableFuture<Void> raised = later(() -> fences.raise(second, leases.late()));
            bank.awaitBlocked("UPDATE");
            first.commit();
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> raised.get(20, TimeUnit.SECONDS))
                    .withCauseInstanceOf(StaleTokenException.class);
        }
    }

    @Test
    void aTransactionOnAnOldSnapshotIsToldToRunAgainWhoeverIsRight() throws Exception {
        Succession leases = holders.succession(LOCK);
        try (Connection connection = bank.begin(Connection.TRANSACTION_REPEATABLE_READ)) {
            number(connection, TOKEN); // takes the snapshot, which has no fence
            deposit(leases.late());
            assertThatExceptionOfType(SQLTransactionRollbackException.class)
                    .isThrownBy(() -> fences.raise(connection, leases.live()))
                    .matches(e -> e.getSQLState().equals("40001"));
            connection.rollback();

            fences.raise(connection, leases.live());
            connection.commit();
        }
        try (Connection connection = bank.begin(Connection.TRANSACTION_REPEATABLE_READ)) {
            number(connection, TOKEN);
            deposit(leases.live());
            assertThatExceptionOfType(SQLTransactionRollbackException.class)
                    .isThrownBy(() -> fences.raise(connection, leases.live()));
            connection.rollback();
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> fences.raise(connection, leases.late()));
        }
    }

    @Test
    void withoutATransactionOrWithASuspiciousTableNothingIsGuarded() throws Exception {
        Lease lease = holders.acquire(LOCK);
        try (Connection connection = bank.withoutTransaction()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> fences.raise(connection, lease))
                    .withMessageContaining("no transaction");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> JdbcFences.in("fences; DROP TABLE account"));
    }

    private void deposit(Lease lease) throws SQLException {
        try (Connection connection = bank.begin()) {
            fences.raise(connection, lease);
            execute(connection, DEPOSIT);
            connection.commit();
        }
    }
}

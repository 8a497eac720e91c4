package io.lockkeeper.agent.fencing;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A relational database in this JVM's memory, with one account and no fence yet. */
final class TestBank implements AutoCloseable {

    private final String url = "jdbc:h2:mem:bank_" + UUID.randomUUID() + ";LOCK_TIMEOUT=20000";
    private final Connection keptOpen;

    TestBank() throws SQLException {
        keptOpen = DriverManager.getConnection(url);
        execute(
                keptOpen,
                "CREATE TABLE fences (name VARCHAR(256) NOT NULL PRIMARY KEY, token BIGINT NOT NULL, raised BIGINT NOT NULL)",
                "CREATE TABLE account (id VARCHAR(20) NOT NULL PRIMARY KEY, balance INT NOT NULL, fence BIGINT)",
                "INSERT INTO account (id, balance) VALUES ('ann', 100)");
    }

    /** A connection in a transaction that sees what others have committed. */
    Connection begin() throws SQLException {
        return begin(Connection.TRANSACTION_READ_COMMITTED);
    }

    Connection begin(int isolation) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        connection.setTransactionIsolation(isolation);
        connection.setAutoCommit(false);
        return connection;
    }

    Connection withoutTransaction() throws SQLException {
        return DriverManager.getConnection(url);
    }

    /** One number, as committed. */
    long committed(String sql) throws SQLException {
        return number(keptOpen, sql);
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : -1;
        }
    }

    static void execute(Connection connection, String... sqls) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : sqls) {
                statement.execute(sql);
            }
        }
    }

    static CompletableFuture<Void> later(Step step) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        step.run();
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                Thread::startVirtualThread);
    }

    /** Waits until a statement that begins so is under way: with what it needs locked, that is where it stays. */
    void awaitBlocked(String statement) {
        await().until(() ->
                committed("SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS WHERE EXECUTING_STATEMENT LIKE '%s%%'"
                                .formatted(statement))
                        == 1);
    }

    @Override
    public void close() throws SQLException {
        keptOpen.close();
    }

    interface Step {
        void run() throws SQLException;
    }
}

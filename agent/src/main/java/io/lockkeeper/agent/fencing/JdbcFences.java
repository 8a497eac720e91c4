package io.lockkeeper.agent.fencing;

import io.lockkeeper.agent.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;

/**
 * Stores the greatest token that has written under each lock, in a table of the relational database that the holders write to. Writes and
 * the proof that they were in time commit together or not at all. You create the table; its names must compare letter by letter (on MySQL:
 * {@code COLLATE utf8mb4_bin}):
 *
 * <pre>{@code CREATE TABLE fences (name VARCHAR(256) NOT NULL PRIMARY KEY, token BIGINT NOT NULL, raised BIGINT NOT NULL)}</pre>
 *
 * <p>{@code raised} counts how often a fence was: without it, raising to the same token would change nothing, and a transaction
 * that began to read before would not notice.
 *
 * <p>Plain SQL and savepoints. Never commits, rolls back (other than to its own savepoint) or closes. For exclusive leases only; see
 * the package. Immutable and safe for use by any number of threads; a {@link Connection} is not.
 */
public final class JdbcFences {

    private static final int ATTEMPTS = 3;

    private final String table;
    private final GuardedTable rows;

    private JdbcFences(String table) {
        this.table = table;
        this.rows = GuardedTable.of(table, "name", "token");
    }

    /**
     * The fences in a table of that name.
     *
     * @throws IllegalArgumentException if it is no plain identifier
     */
    public static JdbcFences in(String table) {
        return new JdbcFences(table);
    }

    /**
     * Checks and raises the lock's fence within the caller's transaction. Call it first: from here to the end of the
     * transaction no other holder of the lock passes, and what is read after it is not changed by an earlier lease any more. For
     * as long, the next holder's transaction waits: let the database end transactions that stay idle.
     *
     * @throws StaleTokenException if a later lease was here; the transaction must be rolled back
     * @throws SQLTransactionRollbackException if another transaction has raised the fence since this one began to read (it may be
     *     later or earlier, this one cannot see it): roll back and run the transaction again
     * @throws SQLException if the database refused a statement
     * @throws IllegalStateException if the connection commits by itself
     */
    public void raise(Connection connection, Lease lease) throws SQLException {
        GuardedTable.requireTransaction(connection, lease);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (rows.update(connection, lease, lease.name(), "raised = raised + 1") || inserted(connection, lease)) {
                return;
            }
        }
        throw GuardedTable.changedMeanwhile(table, lease);
    }

    /** Inserts a lock's first fence; of two concurrent inserts, one waits for the other's commit and then finds the row. */
    private boolean inserted(Connection connection, Lease lease) throws SQLException {
        Savepoint before = connection.setSavepoint();
        String sql = "INSERT INTO %s (name, token, raised) VALUES (?, ?, 1)".formatted(table);
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, lease.name());
            insert.setLong(2, lease.token());
            return insert.executeUpdate() > 0;
        } catch (SQLException e) {
            if (!isDuplicateKey(e)) {
                throw e;
            }
            connection.rollback(before); // some databases take no statement after a failed one
            return false;
        }
    }

    private static boolean isDuplicateKey(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("23");
    }
}

package io.lockkeeper.agent.fencing;

import io.lockkeeper.agent.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of a relational database whose rows store the greatest token that has written them, in a {@code BIGINT} column, and refuse writes
 * with a lower one. {@code NULL} counts as token 0. An update is one statement
 *
 * <pre>{@code UPDATE account SET balance = ?, fence = ? WHERE id = ? AND (fence IS NULL OR fence <= ?)}</pre>
 *
 * and, if that changed nothing, a {@code SELECT} that distinguishes a stale token from a missing row.
 *
 * <p>Works in the caller's transaction, if it has one, and never commits, rolls back or closes. For exclusive leases only; see
 * the package. Immutable and safe for use by any number of threads; a {@link Connection} is not.
 */
public final class GuardedTable {

    private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");
    private static final int ATTEMPTS = 2;

    private final String table;
    private final String key;
    private final String fence;

    private GuardedTable(String table, String key, String fence) {
        this.table = table;
        this.key = key;
        this.fence = fence;
    }

    /**
     * Guards a table's rows.
     *
     * @param table its name, which may begin with that of a schema and a dot
     * @param key the column that identifies a row
     * @param fence the {@code BIGINT} column of the token, used by only one lock and written only by this class
     * @throws IllegalArgumentException if one is no plain identifier: letters, digits and underscores
     */
    public static GuardedTable of(String table, String key, String fence) {
        for (String part : table.split("\\.", -1)) {
            requireIdentifier(part);
        }
        return new GuardedTable(table, requireIdentifier(key), requireIdentifier(fence));
    }

    /**
     * Updates the row of that key, and raises its token.
     *
     * @param assignments what comes after {@code SET}, with a question mark for each argument: {@code "balance = balance + ?"}.
     *     Part of the statement: never to be put together from what a user typed
     * @return whether there was such a row
     * @throws StaleTokenException if a later lease has written the row; roll the transaction back
     * @throws SQLTransactionRollbackException if another transaction has changed the row since this one began to read (it may be
     *     later or earlier, this one cannot see it): roll back and run the transaction again
     * @throws SQLException if the database refused a statement
     */
    public boolean update(
            Connection connection, Lease lease, Object id, String assignments, @Nullable Object... arguments)
            throws SQLException {
        return write(connection, lease, id, assignments + ", ", arguments);
    }

    /**
     * Raises the row's token within the caller's transaction. The row stays locked until its end, so no earlier lease's write
     * comes between this and what the caller reads and writes of the row after it.
     *
     * @return whether there was such a row
     * @throws StaleTokenException if a later lease has written the row; roll the transaction back
     * @throws SQLTransactionRollbackException as {@link #update}
     * @throws SQLException if the database refused a statement
     * @throws IllegalStateException if the connection commits by itself: the row would not stay locked
     */
    public boolean raise(Connection connection, Lease lease, Object id) throws SQLException {
        requireTransaction(connection, lease);
        return write(connection, lease, id, "");
    }

    static void requireTransaction(Connection connection, Lease lease) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException(
                    "The connection has no transaction that the token of lock \"%s\" could guard"
                            .formatted(lease.name()));
        }
    }

    private boolean write(Connection connection, Lease lease, Object id, String set, @Nullable Object... arguments)
            throws SQLException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (written(connection, lease, id, set, arguments)) {
                return true;
            }
            OptionalLong seen = token(connection, id);
            if (seen.isEmpty()) {
                return false;
            }
            if (seen.getAsLong() > lease.token()) {
                throw StaleTokenException.reported(lease, seen.getAsLong());
            }
        }
        throw changedMeanwhile(table, lease);
    }

    static SQLTransactionRollbackException changedMeanwhile(String table, Lease lease) {
        return new SQLTransactionRollbackException(
                "Another transaction has changed what the token of lock \"%s\" guards in table %s; run this one again"
                        .formatted(lease.name(), table),
                "40001");
    }

    private boolean written(Connection connection, Lease lease, Object id, String set, @Nullable Object... arguments)
            throws SQLException {
        String sql = "UPDATE %s SET %s%s = ? WHERE %s = ? AND (%s IS NULL OR %s <= ?)"
                .formatted(table, set, fence, key, fence, fence);
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            int index = 0;
            for (Object argument : arguments) {
                update.setObject(++index, argument);
            }
            update.setLong(++index, lease.token());
            update.setObject(++index, id);
            update.setLong(++index, lease.token());
            return update.executeUpdate() > 0;
        }
    }

    private OptionalLong token(Connection connection, Object id) throws SQLException {
        String sql = "SELECT %s FROM %s WHERE %s = ?".formatted(fence, table, key);
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setObject(1, id);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? OptionalLong.of(rows.getLong(1)) : OptionalLong.empty(); // NULL reads as 0
            }
        }
    }

    private static String requireIdentifier(String name) {
        if (!IDENTIFIER.matcher(name).matches()) {
            throw new IllegalArgumentException("\"%s\" is no plain SQL identifier".formatted(name));
        }
        return name;
    }
}

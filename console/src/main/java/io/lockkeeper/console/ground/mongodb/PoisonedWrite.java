package io.lockkeeper.console.ground.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import java.time.DateTimeException;
import java.util.Set;
import org.bson.BSONException;
import org.springframework.core.convert.ConversionException;
import org.springframework.dao.DataAccessException;
import org.springframework.data.mapping.MappingException;

/**
 * Distinguishes a write that fails because of its content, and always will, from one that the server could not do now. Locks' documents are
 * written by others, so that one of them must not keep all later ones out of the history.
 */
public final class PoisonedWrite {

    /** Values of another type, documents that become too large, paths that lead nowhere, keys that an index does not take. */
    private static final Set<Integer> OF_THE_CONTENT = Set.of(14, 28, 52, 53, 57, 121, 10334, 17280, 17419, 17420);

    /** The code for a field that is not an array, of one write; of a whole command, for an invalid one. */
    private static final int BAD_VALUE = 2;

    private PoisonedWrite() {}

    /** Whether it is one. */
    public static boolean is(RuntimeException failure) {
        Throwable cause =
                failure instanceof DataAccessException && failure.getCause() != null ? failure.getCause() : failure;
        return switch (cause) {
            case MongoBulkWriteException bulk ->
                bulk.getWriteErrors().stream()
                        .anyMatch(error -> OF_THE_CONTENT.contains(error.getCode()) || error.getCode() == BAD_VALUE);
            case MongoException answer -> OF_THE_CONTENT.contains(answer.getCode());
            case DataAccessException other -> false;
            default -> isOfValues(cause);
        };
    }

    /** Whether it is an exception of encoders and sums. */
    private static boolean isOfValues(Throwable cause) {
        return cause instanceof ArithmeticException
                || cause instanceof IllegalArgumentException
                || cause instanceof DateTimeException
                || cause instanceof BSONException
                || cause instanceof ConversionException
                || cause instanceof MappingException
                || cause instanceof NullPointerException
                || cause instanceof IndexOutOfBoundsException
                || cause instanceof ClassCastException;
    }
}

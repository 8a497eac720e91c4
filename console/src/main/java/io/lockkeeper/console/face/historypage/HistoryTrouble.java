package io.lockkeeper.console.face.historypage;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * Why the history is not shown.
 *
 * @param what that it is not, in a sentence
 * @param next why, and what to do
 */
record HistoryTrouble(String what, String next) {

    static HistoryTrouble of(@Nullable Exception failure) {
        if (failure instanceof RefusedException refused) {
            String next = failure instanceof CrowdedException ? " This page asks again by itself." : "";
            return new HistoryTrouble("The history is not read yet.", refused.getMessage() + next);
        }
        if (failure instanceof IllegalArgumentException) {
            return new HistoryTrouble("This cannot be searched for.", String.valueOf(failure.getMessage()));
        }
        String why = failure instanceof DataAccessException && failure.getCause() instanceof MongoException trouble
                ? MongoTrouble.sentence(trouble)
                : "The console is busy.";
        return new HistoryTrouble(
                "The history could not be read.", why + " Nothing is lost; try again when the badge says live.");
    }
}

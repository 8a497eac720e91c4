package io.lockkeeper.examples.olddriver;

import com.github.mongobee.changeset.ChangeLog;
import com.github.mongobee.changeset.ChangeSet;

/** The migration's one change, which is made at each run. */
@ChangeLog
public final class SlowChange {

    @ChangeSet(order = "1", id = "slow", author = "shop", runAlways = true)
    public void run() throws InterruptedException {
        MongobeeMain.SAID.add("running");
        String unused = MongobeeMain.TOLD.take();
    }
}

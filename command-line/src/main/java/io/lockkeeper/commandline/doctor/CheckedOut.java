package io.lockkeeper.commandline.doctor;

import com.mongodb.event.ConnectionCheckedInEvent;
import com.mongodb.event.ConnectionCheckedOutEvent;
import com.mongodb.event.ConnectionPoolListener;
import java.util.concurrent.atomic.AtomicInteger;

/** How many connections of a pool were in use at once, at most. */
final class CheckedOut implements ConnectionPoolListener {

    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    int most() {
        return most.get();
    }

    @Override
    public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
    }

    @Override
    public void connectionCheckedIn(ConnectionCheckedInEvent event) {
        now.decrementAndGet();
    }
}

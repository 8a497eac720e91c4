package io.lockkeeper.console.ground.components;

import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.UIDetachedException;
import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.security.concurrent.DelegatingSecurityContextCallable;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * Runs calls that wait for MongoDB outside the session's lock, and brings their answers back to the page. While a server
 * is silent the page goes on: it draws, closes its dialogs and answers the keyboard.
 *
 * <p>Reads and changes have threads of their own, so that pages that cannot be read do not hold up an eviction; what reads much has the
 * places of {@link HeavyReads}.
 */
@Component
public final class Background implements DisposableBean {

    private static final int THREADS = 8;
    private static final int PENDING = 100;

    private final ThreadPoolExecutor reads = executor("page-reads");
    private final ThreadPoolExecutor changes = executor("page-changes");
    private final HeavyReads heavy;

    Background(HeavyReads heavy) {
        this.heavy = heavy;
    }

    /** As {@link #change}, for a call that reads. */
    public <T> void read(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        run(reads, call, done, failed);
    }

    /**
     * As {@link #read}, for a call that reads much: it waits for one of the few places, and ends when the page goes or it is not wanted
     * any more. Without a place {@code failed} has a {@link CrowdedException}, and the call is made again as long as it is wanted.
     *
     * @param wanted asked by any thread
     */
    public <T> void readMuch(BooleanSupplier wanted, Supplier<T> call, Consumer<T> done, Consumer<Exception> failed) {
        UI page = UI.getCurrent();
        Callable<T> asUser =
                asPresentUser(() -> heavy.read(() -> page.getSession() == null || !wanted.getAsBoolean(), call));
        Thread.startVirtualThread(() -> answer(page, asUser, done, failure -> {
            failed.accept(failure);
            if (failure instanceof CrowdedException crowded) {
                later(page, crowded.retryAfter(), wanted, () -> readMuch(wanted, call, done, failed));
            }
        }));
    }

    private static void later(UI page, Duration pause, BooleanSupplier wanted, Runnable again) {
        Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            onPage(page, () -> {
                if (wanted.getAsBoolean()) {
                    again.run();
                }
            });
        });
    }

    /**
     * Runs the call as the present user, with the zone of the present page; then, holding the lock of the present page, {@code done} with
     * its answer or {@code failed}. The call is completed even if the page is closed; its answer is then dropped.
     */
    public <T> void change(Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        run(changes, call, done, failed);
    }

    @Override
    public void destroy() {
        reads.shutdownNow();
        changes.shutdown();
    }

    private static <T> void run(
            ThreadPoolExecutor executor, Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        UI page = UI.getCurrent();
        Callable<T> asUser = asPresentUser(call);
        try {
            executor.execute(() -> answer(page, asUser, done, failed));
        } catch (RejectedExecutionException e) {
            failed.accept(e);
        }
    }

    private static <T> Callable<T> asPresentUser(Callable<T> call) {
        ViewerZone zone = ViewerZone.present();
        return new DelegatingSecurityContextCallable<>(() -> zone.carry(call::call), contextThatALogoutLeavesAlone());
    }

    private static <T> void answer(UI page, Callable<T> call, Consumer<T> done, Consumer<Exception> failed) {
        try {
            T answer = call.call();
            onPage(page, () -> done.accept(answer));
        } catch (Exception e) {
            onPage(page, () -> failed.accept(e));
        }
    }

    private static void onPage(UI page, Runnable show) {
        try {
            Future<Void> unused = page.access(show::run);
        } catch (UIDetachedException gone) {
            // The page is gone.
        }
    }

    private static SecurityContext contextThatALogoutLeavesAlone() {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(SecurityContextHolder.getContext().getAuthentication());
        return context;
    }

    private static ThreadPoolExecutor executor(String name) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(PENDING),
                Thread.ofPlatform().name(name + "-", 1).daemon().factory());
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}

package io.lockkeeper.commandline.locks;

import io.lockkeeper.commandline.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockkeeper watch}: the list, live, until Ctrl-C. */
@Command(
        name = "watch",
        description = {
            "Show the locks in use, live, until Ctrl-C.",
            "In a terminal, the list fills the window and is redrawn in place. In a pipe, it is printed again whenever it changes; with --json, each lock that changed is."
        },
        mixinStandardHelpOptions = true)
public final class WatchCommand implements Callable<Integer> {

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private PlaceOption place = new PlaceOption();

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() throws InterruptedException {
        Screen screen = Screen.on(output);
        try (LockPlace locks = place.open();
                LockPlace.Watch watch = locks.watch(selection.name())) {
            while (true) {
                watch.next(screen, selection.limit(screen.room()));
            }
        }
    }
}

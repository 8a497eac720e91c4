package io.lockkeeper.console.watch.heartbeat;

import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.board.Pulse;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers the beats of open pages. A beat shows the console that the browser is there, and the browser that the console is. It waits for no
 * lock and no server.
 */
@KeepsToScope
@RestController
class Beats {

    private final OpenPages pages;
    private final ServerClock clock;
    private final Pulse pulse;
    private final FindingsCount findings;

    Beats(OpenPages pages, ServerClock clock, Pulse pulse, FindingsCount findings) {
        this.pages = pages;
        this.clock = clock;
        this.pulse = pulse;
        this.findings = findings;
    }

    /**
     * The console's answer to a page.
     *
     * @param now the server's time, in milliseconds
     * @param asOf up to when the board is complete, or null if it never was, and the server's time may not be known either
     * @param drawn the number of the last drawing that was sent
     * @param outdated whether the page was passed over since
     * @param findings how many there are, for a hidden page; null for one that is drawn
     */
    record Word(
            long now,
            @Nullable Long asOf,
            long drawn,
            boolean outdated,
            @Nullable Integer findings) {}

    @GetMapping("/beat")
    ResponseEntity<Word> beat(@RequestParam String page, @RequestParam long shown, @RequestParam boolean hidden) {
        return pages.find(page)
                .map(open -> ResponseEntity.ok()
                        .cacheControl(CacheControl.noStore())
                        .body(word(open.heard(shown, hidden), hidden)))
                .orElseGet(() -> ResponseEntity.status(HttpStatus.GONE).build());
    }

    private Word word(OpenPage.Standing page, boolean hidden) {
        Freshness freshness = pulse.freshness();
        return new Word(
                clock.now().toEpochMilli(),
                freshness.asOf() == null ? null : freshness.asOf().toEpochMilli(),
                page.drawn(),
                page.outdated(),
                hidden ? findings.within(LockScope.present()) : null);
    }
}

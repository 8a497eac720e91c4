package io.lockkeeper.faults.nemesis;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A process with another clock, by libfaketime: the wall clock is shifted, the monotonic one is not. */
public final class FakeTime {

    private static final List<Path> PLACES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

    private FakeTime() {}

    public static boolean isInstalled() {
        return library().isPresent();
    }

    /** The variables for a clock that is off by so much, such as {@code +3600s}. */
    public static Map<String, String> shifted(String offset) {
        return Map.of(
                "LD_PRELOAD",
                library().orElseThrow().toString(),
                "FAKETIME",
                offset,
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "DONT_FAKE_MONOTONIC",
                "1");
    }

    private static Optional<Path> library() {
        return PLACES.stream().filter(Files::isRegularFile).findFirst();
    }
}

package io.lockkeeper.simulation.history;

import java.util.SplittableRandom;

/** What a request is for: so much of so many. */
record Kind(int weight, int capacity) {

    static final int CAPACITY = 3;
    static final int READ_WRITE = 1 << 30;
    static final Kind EXCLUSIVE = new Kind(1, 1);

    /** Any that is not exclusive: permits, reading, or writing. */
    static Kind another(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Kind(random.nextInt(1, CAPACITY + 1), CAPACITY);
            case 1 -> new Kind(1, READ_WRITE);
            default -> new Kind(READ_WRITE, READ_WRITE);
        };
    }
}

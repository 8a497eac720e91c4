package io.lockkeeper.console.face.locks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the insertions, removals and moves that turn one list into another. */
final class Moves {

    private Moves() {}

    static int between(List<String> from, List<String> to) {
        Map<String, Integer> places = new HashMap<>(from.size() * 2);
        for (int i = 0; i < from.size(); i++) {
            places.put(from.get(i), i);
        }
        int[] common = to.stream()
                .map(lock -> places.getOrDefault(lock, -1))
                .filter(place -> place >= 0)
                .mapToInt(place -> place)
                .toArray();
        int gone = from.size() - common.length;
        int come = to.size() - common.length;
        return gone + come + common.length - longestRising(common);
    }

    /** How many can stay in place: the length of the longest increasing subsequence. */
    private static int longestRising(int[] places) {
        int[] ends = new int[places.length];
        int length = 0;
        for (int place : places) {
            int found = Arrays.binarySearch(ends, 0, length, place);
            int at = found < 0 ? -found - 1 : found;
            ends[at] = place;
            length = Math.max(length, at + 1);
        }
        return length;
    }
}

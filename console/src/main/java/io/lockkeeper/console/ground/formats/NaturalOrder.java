package io.lockkeeper.console.ground.formats;

import java.util.Comparator;

/** The order of names as people count: {@code bill-2} comes before {@code bill-10}. Names that differ are never equal. */
public final class NaturalOrder implements Comparator<String> {

    public static final NaturalOrder OF_NAMES = new NaturalOrder();

    private NaturalOrder() {}

    @Override
    public int compare(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            int end = partEnd(one, i);
            int otherEnd = partEnd(other, j);
            int order = compareParts(one.substring(i, end), other.substring(j, otherEnd));
            if (order != 0) {
                return order;
            }
            i = end;
            j = otherEnd;
        }
        int rest = Integer.compare(one.length() - i, other.length() - j);
        return rest == 0 ? one.compareTo(other) : rest;
    }

    /** The end of a part, which is a number, or the text before the next one. */
    private static int partEnd(String name, int from) {
        boolean number = isDigit(name.charAt(from));
        int end = from + 1;
        while (end < name.length() && isDigit(name.charAt(end)) == number) {
            end++;
        }
        return end;
    }

    private static int compareParts(String one, String other) {
        if (!isDigit(one.charAt(0)) || !isDigit(other.charAt(0))) {
            return one.compareTo(other);
        }
        String digits = one.replaceFirst("^0+", "");
        String others = other.replaceFirst("^0+", "");
        int length = Integer.compare(digits.length(), others.length());
        return length == 0 ? digits.compareTo(others) : length;
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }
}

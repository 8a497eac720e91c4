package io.lockkeeper.faults.overlay;

/**
 * One place of the product's source, changed.
 *
 * @param file the source file's path under its module
 * @param found what stands there; in one place of the file and no other
 * @param put what stands there instead
 */
public record Patch(String file, String found, String put) {

    String applied(String source) {
        int place = source.indexOf(found);
        if (place < 0 || source.indexOf(found, place + 1) >= 0) {
            throw new IllegalStateException(
                    "A patch is out of date: in %s there is not exactly one place \"%s\"".formatted(file, found));
        }
        return source.replace(found, put);
    }
}

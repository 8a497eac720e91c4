package io.lockkeeper.console.ask.overview;

import io.lockkeeper.console.watch.board.BoardSnapshot;

/**
 * The locks of a source at a moment.
 *
 * @param source its id
 * @param place its collection
 */
public record PlacedBoard(String source, String place, BoardSnapshot board) {}

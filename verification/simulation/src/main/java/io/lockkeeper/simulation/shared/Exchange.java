package io.lockkeeper.simulation.shared;

import java.time.Instant;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * What the server of a history was asked once, and what the model left.
 *
 * @param at the time that the server's clock showed
 * @param lock whose document it concerns
 * @param command what asks a real server for the same
 * @param left the lock's document afterwards, if it has one
 */
public record Exchange(Instant at, String lock, BsonDocument command, Optional<BsonDocument> left) {}

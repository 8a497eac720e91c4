package io.lockkeeper.examples.orders;

import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * An order as it is stored.
 *
 * @param id null before it is stored
 * @param item what is ordered
 * @param booked whether the item was taken from the stock
 */
@Document("orders")
record Order(@Nullable String id, String item, boolean booked) {}

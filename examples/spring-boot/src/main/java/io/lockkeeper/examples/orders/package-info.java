/** A service of orders: bookings that must not overlap, and a report that one instance writes. */
@NullMarked
package io.lockkeeper.examples.orders;

import org.jspecify.annotations.NullMarked;

/** A service on Quarkus: bookings that must not overlap, and a report that one instance writes. */
@NullMarked
package io.lockkeeper.examples.quarkus;

import org.jspecify.annotations.NullMarked;

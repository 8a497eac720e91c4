/** A service on Micronaut: invoices that are numbered one after the other, and a day that one instance closes. */
@NullMarked
package io.lockkeeper.examples.micronaut;

import org.jspecify.annotations.NullMarked;

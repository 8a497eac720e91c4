/** The console's connection to MongoDB. */
@NullMarked
package io.lockkeeper.console.mongodb;

import org.jspecify.annotations.NullMarked;

/** The console's connection to MongoDB. */
@NullMarked
package io.lockkeeper.console.ground.mongodb;

import org.jspecify.annotations.NullMarked;

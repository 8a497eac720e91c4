/** How other lock libraries keep their locks in MongoDB: one YAML file for each, read by one engine. */
@NullMarked
package io.lockkeeper.console.dialect;

import org.jspecify.annotations.NullMarked;

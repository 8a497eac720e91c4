/** How the documents of a collection are read as locks: other libraries' by one YAML file each and one engine, ours as they are. */
@NullMarked
package io.lockkeeper.console.watch.dialect;

import org.jspecify.annotations.NullMarked;

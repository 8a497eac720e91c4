/** The fault suite: the real agent in several processes against a real replica set, while both break, and the check of what it promised. */
@NullMarked
package io.lockkeeper.faults;

import org.jspecify.annotations.NullMarked;

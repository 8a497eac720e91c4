/**
 * What a lock document is and how it changes: the records, their BSON mapping, and the settle pipelines that agent and
 * console share.
 */
@NullMarked
package io.lockkeeper.model;

import org.jspecify.annotations.NullMarked;

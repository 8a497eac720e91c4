/** This agent beside one of an earlier version, from that version's jars. */
@NullMarked
package io.lockkeeper.agent.older;

import org.jspecify.annotations.NullMarked;

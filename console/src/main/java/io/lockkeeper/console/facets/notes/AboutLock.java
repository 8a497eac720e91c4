package io.lockkeeper.console.facets.notes;

import io.lockkeeper.console.watch.facet.FacetLink;
import java.util.List;

/**
 * What people know of one lock, with its links filled in.
 *
 * @param prefix of the administrator's note; empty where there is none
 * @param owner who answers for the lock; empty where that is unknown
 * @param note what to know; empty for none
 * @param links where to look, the runbook first
 * @param duty what operators let each other know of it now
 */
record AboutLock(String prefix, String owner, String note, List<FacetLink> links, List<DutyNote> duty) {}

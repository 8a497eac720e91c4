package io.lockkeeper.console.audit;

import org.springframework.data.repository.Repository;

/** What evicted holders attempted afterwards; only ever added to. */
interface Lates extends Repository<Late, String> {

    Late insert(Late late);
}

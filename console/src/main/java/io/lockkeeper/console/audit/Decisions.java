package io.lockkeeper.console.audit;

import org.springframework.data.repository.Repository;

/** What was decided of requests; only ever added to. */
interface Decisions extends Repository<Decided, String> {

    Decided insert(Decided decided);
}

package io.lockkeeper.console.audit;

import org.springframework.data.repository.Repository;

/** What MongoDB answered to operators; only ever added to. */
interface Answers extends Repository<Answered, String> {

    Answered insert(Answered answered);
}

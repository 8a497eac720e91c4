package io.lockkeeper.console.people.logins;

import org.bson.types.ObjectId;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.repository.Repository;

/** The stored record. Entries are only ever added. */
public interface AccessEntries extends Repository<AccessEntry, ObjectId> {

    AccessEntry insert(AccessEntry entry);

    Slice<AccessEntry> findAllByOrderByAtDescIdDesc(Pageable page);

    Slice<AccessEntry> findAllByFailedOrderByAtDescIdDesc(boolean failed, Pageable page);
}

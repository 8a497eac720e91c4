from mongoelector.locker import MongoLocker


def commands(client, database, instance):
    lock = MongoLocker("job", client[database], dbcollection="locks", ttl=4)
    return {
        "acquire": lambda: lock.acquire(blocking=False),
        "renew": lock.touch,
        "release": lock.release,
        "owned": lock.owned,
    }

import mongolock

TTL_SECONDS = 4


def commands(client, database, instance):
    locks = mongolock.MongoLock(client=client, db=database)
    return {
        "acquire": lambda: locks.lock("job", instance, expire=TTL_SECONDS),
        "renew": lambda: locks.touch("job", instance, TTL_SECONDS),
        "release": lambda: locks.release("job", instance),
    }

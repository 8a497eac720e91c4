<?php

use MongoDB\Collection;
use MongoDB\Driver\Manager;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\Store\MongoDbStore;

require_once __DIR__ . '/../collection.php';
require_once 'Symfony/Component/Lock/autoload.php';

const TTL_SECONDS = 4;

return function (string $uri, string $database): array {
    $collection = new Collection(new Manager($uri), $database, 'locks');
    $store = new MongoDbStore($collection, ['gcProbablity' => 0.0], TTL_SECONDS); // the option is spelled so
    $lock = new Lock(new Key('job'), $store, TTL_SECONDS, false);
    return [
        'acquire' => fn () => $lock->acquire(),
        'renew' => fn () => $lock->refresh(),
        'owned' => fn () => $lock->isAcquired(),
        'release' => fn () => $lock->release(),
    ];
};

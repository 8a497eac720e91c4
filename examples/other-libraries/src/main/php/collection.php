<?php
// Debian has the extension and no mongodb/mongodb: these are the calls of it that Symfony's store makes, with the extension's own.

namespace MongoDB;

use MongoDB\Driver\BulkWrite;
use MongoDB\Driver\Command;
use MongoDB\Driver\Manager;
use MongoDB\Driver\Query;

class Client
{
}

class Collection
{
    public function __construct(private Manager $manager, private string $database, private string $name)
    {
    }

    public function updateOne($filter, $update, $options = [])
    {
        return $this->write(fn (BulkWrite $bulk) => $bulk->update($filter, $update, $options));
    }

    public function deleteOne($filter)
    {
        return $this->write(fn (BulkWrite $bulk) => $bulk->delete($filter, ['limit' => 1]));
    }

    public function findOne($filter)
    {
        $found = $this->manager->executeQuery($this->path(), new Query($filter, ['limit' => 1]));
        return current($found->toArray()) ?: null;
    }

    public function createIndex($keys, $options = [])
    {
        $index = ['key' => $keys, 'name' => key($keys) . '_1'] + $options;
        $this->manager->executeWriteCommand(
            $this->database,
            new Command(['createIndexes' => $this->name, 'indexes' => [$index]])
        );
    }

    private function write(callable $fill)
    {
        $bulk = new BulkWrite();
        $fill($bulk);
        return $this->manager->executeBulkWrite($this->path(), $bulk);
    }

    private function path(): string
    {
        return "$this->database.$this->name";
    }
}

<?php
// One instance of a library as a process of its own, which takes a command a line and answers it by one that begins with "= ":
//     LOCKKEEPER_MONGODB_URI=… LOCKKEEPER_SHOP=database php drive.php LIBRARY INSTANCE

[, $library, $instance] = $argv;

function say($answer): void
{
    echo '= ' . preg_replace('/\s+/', ' ', is_string($answer) ? $answer : json_encode($answer)) . "\n";
}

$open = require __DIR__ . "/libraries/$library.php";
$commands = $open(getenv('LOCKKEEPER_MONGODB_URI'), getenv('LOCKKEEPER_SHOP'), $instance);
say('ready');

while (($line = fgets(STDIN)) !== false) {
    try {
        say($commands[trim($line)]());
    } catch (Throwable $error) {
        say('throws ' . (new ReflectionClass($error))->getShortName() . ': ' . $error->getMessage());
    }
}

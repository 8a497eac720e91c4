"""One instance of a library as a process of its own, which takes a command a line and answers it by one that begins with "= ":
LOCKKEEPER_MONGODB_URI=... LOCKKEEPER_SHOP=database python drive.py LIBRARY INSTANCE
"""

import importlib
import os
import sys

import pymongo


def say(answer):
    print("=", " ".join(str(answer).split()), flush=True)


def main(library, instance):
    client = pymongo.MongoClient(os.environ["LOCKKEEPER_MONGODB_URI"])
    module = importlib.import_module(f"libraries.{library}")
    commands = module.commands(client, os.environ["LOCKKEEPER_SHOP"], instance)
    say("ready")
    for line in sys.stdin:
        try:
            say(commands[line.strip()]())
        except Exception as error:
            say(f"throws {type(error).__name__}: {error}")


main(*sys.argv[1:])

"""Forwards each connection to its own socket to another socket, as socat does, until it is killed. Usage: proxy.py OWN TARGET"""
import socket
import sys
import threading


def forward(source, sink):
    try:
        for data in iter(lambda: source.recv(65536), b""):
            sink.sendall(data)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


own = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
own.bind(sys.argv[1])
own.listen()
print("forwards", flush=True)
while True:
    peer, _ = own.accept()
    target = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    target.connect(sys.argv[2])
    threading.Thread(target=forward, args=(peer, target), daemon=True).start()
    threading.Thread(target=forward, args=(target, peer), daemon=True).start()

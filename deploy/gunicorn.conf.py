"""gunicorn for the companion: ``gunicorn -c deploy/gunicorn.conf.py "companion:create_app()"``.

An example that works as it is; the tests start it. nginx stands before it (nginx.conf).
"""

import os

# A socket file that only nginx's group may use: nothing listens on a port but nginx.
bind = "unix:/run/companion/companion.sock"
umask = 0o007

# Processes share nothing but the database. One a core, each with one request at a time: threads of
# a process would wait for each other, and with them the taps (measured: docs/hosting.md). nginx
# keeps the phones' connections, and hands on a request when all of it is there.
workers = os.cpu_count() or 1
worker_class = "sync"
timeout = 30
graceful_timeout = 10

# nginx says how long an address may be. That of a correction holds the whole deal.
limit_request_line = 0

# A worker says that it is alive by touching a file: not on the disk, which may be busy.
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112

# gunicorn would make it in the home folder. Nothing here uses it.
control_socket_disable = True

# nginx writes down who asked for what.
accesslog = None
errorlog = "-"
loglevel = "warning"

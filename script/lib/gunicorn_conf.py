"""Gunicorn: two processes of four threads that share what was loaded before they parted."""

import gc
import os

wsgi_app = "freeport_animals.wsgi:application"
worker_class = "gthread"
workers = int(os.environ.get("WEB_WORKERS") or 2)
threads = 4
preload_app = True
keepalive = 5
limit_request_line = 8190  # a case put to the ordinance stands in its address
timeout = 60
graceful_timeout = 5  # a page takes far less; Ctrl-C should not take longer
max_requests = 5000  # a slow leak in a library of C never grows large
max_requests_jitter = 500
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
control_socket_disable = True
loglevel = "warning"


def when_ready(server):
    """Load what the first visitor would wait for, and keep it shared: a collected page is a copied page."""
    from django.template import engines
    from django.urls import get_resolver

    from freeport_animals.documents import render

    render.warm_up()
    get_resolver().url_patterns  # noqa: B018
    engines.all()
    gc.collect()
    gc.freeze()

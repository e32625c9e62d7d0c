"""Answers to monitoring: that the server is there, and numbers of how busy it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException

from ludoteca.web.pages import requests

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health() -> Response:
    """A health check."""
    return JSONResponse({"ok": True}, headers={"Cache-Control": "no-store"})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """The server in numbers, as Prometheus reads them; for this machine alone."""
    if not requests.from_this_machine(request):
        raise HTTPException(404)
    registry = CollectorRegistry()
    registry.register(_Server(request.app.state))
    ProcessCollector(registry=registry)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


class _Server(Collector):
    """The numbers of a server, taken when they are asked for; ``state`` is the application's."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Each number under its name."""
        state = self._state
        for name, words, value in (
            ("tables_awake", "Tables in memory.", state.tables.awake),
            ("connections", "Open WebSockets.", len(state.lines)),
            (
                "moves_waiting",
                "Moves that machines have not begun to choose.",
                state.pool.moves_waiting,
            ),
            ("engine_processes", "Processes in which machines think.", len(state.pool.pids())),
        ):
            yield GaugeMetricFamily(f"ludoteca_{name}", words, value)

"""Runs the steps of calls, for both clients."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Protocol, TypeVar

import httpx

from ._attempts import Steps, run, run_async
from ._calls import Service

T = TypeVar("T")


class Runner:
    """Calls of a kind."""

    def __init__(self, service: Service, http_client: httpx.Client) -> None:
        self.service = service
        self._http = http_client

    def _do(self, steps: Steps[T]) -> T:
        return run(steps, self._http, self.service.patience)


class AsyncRunner:
    """Calls of a kind, which do not block."""

    def __init__(self, service: Service, http_client: httpx.AsyncClient) -> None:
        self.service = service
        self._http = http_client

    async def _do(self, steps: Steps[T]) -> T:
        return await run_async(steps, self._http, self.service.patience)


class Page(Protocol[T]):
    """A page of a list."""

    @property
    def data(self) -> list[T]: ...
    @property
    def next_cursor(self) -> str | None: ...


def every(page: Callable[..., Page[T]], **filters: Any) -> Iterator[T]:
    """All items of all pages."""
    while True:
        answer = page(**filters)
        yield from answer.data
        if answer.next_cursor is None:
            return
        filters["cursor"] = answer.next_cursor


async def every_async(page: Callable[..., Awaitable[Page[T]]], **filters: Any) -> AsyncIterator[T]:
    """All items of all pages."""
    while True:
        answer = await page(**filters)
        for item in answer.data:
            yield item
        if answer.next_cursor is None:
            return
        filters["cursor"] = answer.next_cursor

"""Sends a file with the best method for its size."""

import base64
import hashlib
import io
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO
from uuid import uuid4

from ._attempts import Patience, PatientRest, attempt
from ._calls import call, renamed
from .generated import ApiClient, Upload

_MEGABYTE = 1024 * 1024
# The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: `out_of_range`.
BASE64_BYTES = 3 * _MEGABYTE
FORM_BYTES = 4 * _MEGABYTE

File = str | os.PathLike[str] | bytes | BinaryIO
Variables = Mapping[str, str | float]
Progress = Callable[[int, int], object]
"""Receives the bytes sent so far and the total; starts again at 0 when an attempt fails."""


class Document:
    """A PDF to send."""

    def __init__(
        self,
        file: File,
        filename: str | None,
        variables: Variables | None,
        idempotency_key: str | None,
        on_progress: Progress | None,
    ) -> None:
        name = "document.pdf"
        if isinstance(file, bytes):
            self._bytes = file
        elif isinstance(file, (str, os.PathLike)):
            name = os.path.basename(file)
            with open(file, "rb") as opened:
                self._bytes = opened.read()
        else:
            self._bytes = file.read()
        self._filename = filename or name
        self._variables = variables
        self._key = idempotency_key
        self._on_progress = on_progress

    @property
    def suits_form(self) -> bool:
        # A form cannot express `variables: {}`, which requests a check that the PDF has no markers.
        return BASE64_BYTES < len(self._bytes) <= FORM_BYTES and self._variables != {}

    def as_input(self, client: ApiClient, patience: Patience) -> dict[str, Any]:
        """The `document` field; uploads a large file first."""
        if len(self._bytes) <= BASE64_BYTES:
            document = {"type": "base64", "data": base64.b64encode(self._bytes).decode("ascii")}
        else:
            document = {"type": "upload", "upload_id": self._upload(client, patience)}
        return document if self._variables is None else {**document, "variables": self._variables}

    def as_form(self, fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """The parts of a form, with the file as the last."""
        named = {**renamed(fields), "variables": self._variables}
        parts: list[tuple[str, Any]] = [part for name, value in named.items() for part in _parts(name, value)]
        return [*parts, ("file", (self._filename, self._bytes, "application/pdf"))]

    def sent(self) -> None:
        """Reports the progress of a file that was sent in one request."""
        if self._on_progress is not None and len(self._bytes) <= FORM_BYTES:
            self._on_progress(len(self._bytes), len(self._bytes))

    def _upload(self, client: ApiClient, patience: Patience) -> str:
        # A key belongs to one request, so the upload gets its own, derived from the letter's.
        key = str(uuid4()) if self._key is None else hashlib.sha256(self._key.encode()).hexdigest()
        order = {"filename": self._filename, "size": len(self._bytes)}
        upload = call(client, "POST /uploads", Upload, fields=order, key=key)
        headers = {"Content-Type": "application/pdf", "Content-Length": str(len(self._bytes))}
        rest: PatientRest = client.rest_client
        attempt(
            lambda: rest.pool_manager.request(
                "PUT",
                upload.upload_url,
                body=_ProgressReader(self._bytes, self._on_progress),
                headers=headers,
                timeout=patience.timeout,
            ),
            patience,
        )
        return str(upload.id)


class _ProgressReader(io.BytesIO):
    def __init__(self, content: bytes, on_progress: Progress | None) -> None:
        super().__init__(content)
        self._total = len(content)
        self._on_progress = on_progress

    def read(self, size: int | None = -1, /) -> bytes:
        chunk = super().read(size)
        if chunk and self._on_progress is not None:
            self._on_progress(self.tell(), self._total)
        return chunk


def _parts(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Form parts: objects use brackets, lists repeat the name. None is omitted, which means the same."""
    if value is None:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _parts(f"{name}[{key}]", item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts(f"{name}[]", item)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    else:
        yield name, str(value)

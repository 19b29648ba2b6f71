"""Sends a file with the best method for its size."""

import base64
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any, BinaryIO, TypeVar
from uuid import uuid4

import httpx

from ._attempts import Outgoing, Steps, attempt
from ._calls import Form, Model, Service, answer_to, call, renamed
from .errors import MaloteError
from .generated.models import Upload

_MEGABYTE = 1024 * 1024
# The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: `out_of_range`.
BASE64_BYTES = 3 * _MEGABYTE
FORM_BYTES = 4 * _MEGABYTE
_CHUNK_BYTES = 64 * 1024
_USELESS = frozenset(["upload_file_missing", "upload_expired", "upload_file_changed"])

File = str | os.PathLike[str] | bytes | BinaryIO
Variables = Mapping[str, str | float]
Progress = Callable[[int, int], object]
"""Receives the bytes sent so far and the total; starts again at 0 when an attempt fails."""
T = TypeVar("T")


class Content:
    """A file to send."""

    def __init__(self, file: File, filename: str | None, on_progress: Progress | None) -> None:
        name = "document.pdf"
        if isinstance(file, bytes):
            self.bytes = file
        elif isinstance(file, (str, os.PathLike)):
            name = os.path.basename(file)
            with open(file, "rb") as opened:
                self.bytes = opened.read()
        else:
            self.bytes = file.read()
        self.filename = filename or name
        self.on_progress = on_progress

    def upload(self, service: Service, key: str, number: int) -> Steps[tuple[str, bool]]:
        """Uploads the file for the call with a key, which may have several.

        :return: the id of the upload, and whether an earlier call with the key made it
        """
        # A key belongs to one request, so each upload gets its own.
        text = key if number == 0 else f"{key} {number}"
        upload_key = hashlib.sha256(text.encode()).hexdigest()
        order = {"filename": self.filename, "size": len(self.bytes)}
        upload, replayed = yield from answer_to(
            service, "POST /uploads", Upload, fields=order, key=upload_key, prepares=key
        )
        yield from self.put(service, key, upload.upload_url, replayed, {"Content-Type": "application/pdf"})
        return upload.id, replayed

    def put(self, service: Service, key: str, url: str, replayed: bool, headers: Mapping[str, str]) -> Steps[None]:
        """Sends the file to its link. A link that has its file, or may have it, is no error."""
        try:
            yield from attempt(Outgoing(lambda: self._request(url, headers), False, key), service.patience)
        except MaloteError as error:
            if not _may_have_file(error, replayed):
                raise

    def _request(self, url: str, headers: Mapping[str, str]) -> httpx.Request:
        # A request with a stream of its own gets no headers from httpx.
        host = httpx.URL(url).netloc.decode("ascii")
        whole = {"Host": host, "Content-Length": str(len(self.bytes)), **headers}
        return httpx.Request("PUT", url, headers=whole, stream=_ProgressStream(self.bytes, self.on_progress))


class Document(Content):
    """A PDF to send."""

    def __init__(
        self, file: File, filename: str | None, variables: Variables | None, on_progress: Progress | None
    ) -> None:
        super().__init__(file, filename, on_progress)
        self._variables = variables

    def send(
        self,
        service: Service,
        operation: str,
        model: Model[T],
        fields: Mapping[str, Any],
        key: str | None,
        *,
        forms: bool,
    ) -> Steps[T]:
        """Makes a call with the file.

        :param forms: whether the operation accepts forms
        """
        own = key or str(uuid4())
        # A form cannot express `variables: {}`, which requests a check that the PDF has no markers.
        if len(self.bytes) > BASE64_BYTES and not (forms and len(self.bytes) <= FORM_BYTES and self._variables != {}):
            return (yield from self._upload_and_call(service, operation, model, fields, own))
        body: Mapping[str, Any] | Form
        if len(self.bytes) <= BASE64_BYTES:
            body = self._with({"type": "base64", "data": base64.b64encode(self.bytes).decode("ascii")}, fields)
        else:
            body = self._form(fields)
        answer = yield from call(service, operation, model, fields=body, key=own)
        if self.on_progress is not None:
            self.on_progress(len(self.bytes), len(self.bytes))
        return answer

    def _upload_and_call(
        self, service: Service, operation: str, model: Model[T], fields: Mapping[str, Any], key: str
    ) -> Steps[T]:
        """Uploads the file, then makes the call with the upload.

        Repeated under the same key, both answer as before; but the link of an upload expires earlier than the key. So
        the call itself tells whether the file had arrived, and if it had not, the next upload takes its place. The keys
        of the uploads follow from the caller's.
        """
        earlier = 0
        while True:
            upload_id, replayed = yield from self.upload(service, key, earlier)
            body = self._with({"type": "upload", "upload_id": upload_id}, fields)
            try:
                return (yield from call(service, operation, model, fields=body, key=key))
            except MaloteError as error:
                if not replayed or not _needs_another_upload(error):
                    raise
            earlier += 1

    def _with(self, document: dict[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
        variables = {} if self._variables is None else {"variables": self._variables}
        return {**fields, "document": {**document, **variables}}

    def _form(self, fields: Mapping[str, Any]) -> Form:
        parts: dict[str, list[str]] = {}
        for name, value in {**renamed(fields), "variables": self._variables}.items():
            for part, text in _parts(name, value):
                parts.setdefault(part, []).append(text)
        return Form(parts, (self.filename, self.bytes, "application/pdf"))


def _may_have_file(error: MaloteError, replayed: bool) -> bool:
    """S3 answers 409 or 412 to a second file where only one is allowed, and 403 to a link that has expired.

    The first file came with an earlier call, or with an attempt whose response was lost.
    """
    return error.status in (409, 412) or (error.status == 403 and (replayed or error.attempts > 1))


def _needs_another_upload(error: MaloteError) -> bool:
    """The upload never got its file; or the caller's key belongs to a call with a later upload."""
    return error.code == "idempotency_key_reused" or any(detail.get("code") in _USELESS for detail in error.details)


class _ProgressStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, content: bytes, on_progress: Progress | None) -> None:
        self._content = content
        self._on_progress = on_progress

    def __iter__(self) -> Iterator[bytes]:
        for start in range(0, len(self._content), _CHUNK_BYTES):
            chunk = self._content[start : start + _CHUNK_BYTES]
            yield chunk
            if self._on_progress is not None:
                self._on_progress(start + len(chunk), len(self._content))

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


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

"""Prepares a letter batch: PDFs, rows and the dry run."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from ._attempts import Steps
from ._calls import Service, answer_to, call
from ._files import Content, File
from .generated.models import LetterBatch, LetterBatchWithRowsUrl

_ROWS_HEADERS = {"Content-Type": "application/octet-stream", "If-None-Match": "*"}


def prepare(
    service: Service, rows: Content, documents: Mapping[str, File], fields: Mapping[str, Any], key: str | None
) -> Steps[LetterBatch]:
    """Uploads the PDFs, creates the batch, sends its rows and starts the dry run.

    Repeated under the same key, each step answers as before, and the dry run itself tells whether the rows have arrived.
    """
    own = key or str(uuid4())
    uploads = []
    # The keys of the uploads follow from the caller's.
    for number, (name, file) in enumerate(documents.items(), start=1):
        upload_id, _ = yield from Content(file, None, None).upload(service, own, number)
        uploads.append({"name": name, "upload_id": upload_id})
    spreadsheet = rows.filename.lower().endswith((".xlsx", ".csv"))
    order = {
        "filename": rows.filename,
        "size": len(rows.bytes),
        "format": "spreadsheet" if spreadsheet else "json_lines",
        "documents": uploads,
        **{name: value for name, value in fields.items() if value is not None},
    }
    batch, replayed = yield from answer_to(
        service, "POST /letter-batches", LetterBatchWithRowsUrl, fields=order, key=own
    )
    yield from rows.put(service, own, batch.rows_url, replayed, _ROWS_HEADERS)
    return (yield from call(service, "POST /letter-batches/{letter_batch_id}/quote", LetterBatch, batch.id))

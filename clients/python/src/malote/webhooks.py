"""Webhook deliveries to your server."""

import json
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

__all__ = ["WebhookVerificationError", "sign", "unwrap"]

_RAW = (
    "Pass the bytes as they arrived: in FastAPI `await request.body()`, in Django `request.body`, in Flask "
    "`request.get_data()`."
)


def unwrap(body: bytes | str, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Verifies the sender and the age of a delivery.

    :param body: the raw body, unchanged
    :param secret: the endpoint's secret, beginning with `whsec_`
    :return: the event. Respond with 2xx to unknown types too.
    :raises WebhookVerificationError: if the signature is wrong or more than five minutes old
    :raises TypeError: if the body is not raw
    """
    if not isinstance(body, (bytes, str)):
        raise TypeError(f"The body is not raw. {_RAW}")
    try:
        Webhook(secret).verify(body, dict(headers), json_parse=False)
    except WebhookVerificationError as wrong:
        raise WebhookVerificationError(f"{wrong}. If the secret is right: {_RAW}") from wrong
    except ValueError as malformed:
        raise WebhookVerificationError("The signature is malformed.") from malformed
    event: dict[str, Any] = json.loads(body)
    return event


def sign(
    event: Mapping[str, Any] | str, secret: str, *, id: str = "evt_test", at: datetime | None = None
) -> tuple[bytes, dict[str, str]]:
    """Signs an event as the service does, for tests of your own receiver.

    :param event: it, or the body itself
    :return: the body and the headers of a delivery
    """
    body = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
    moment = at or datetime.now(timezone.utc)
    headers = {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": Webhook(secret).sign(id, moment, body),
    }
    return body.encode(), headers

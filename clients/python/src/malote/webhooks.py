"""Deliveries to your own server."""

import json
from collections.abc import Mapping
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

__all__ = ["WebhookVerificationError", "unwrap"]


def unwrap(body: bytes | str, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Checks who sent a delivery, and when.

    :param body: the raw body, unchanged
    :param secret: of the endpoint, beginning with `whsec_`
    :return: the event. Answer 2xx also to types that you do not know.
    :raises WebhookVerificationError: when the signature is wrong, or more than five minutes old
    """
    try:
        Webhook(secret).verify(body, dict(headers), json_parse=False)
    except ValueError as malformed:
        raise WebhookVerificationError("The signature cannot be read.") from malformed
    event: dict[str, Any] = json.loads(body)
    return event

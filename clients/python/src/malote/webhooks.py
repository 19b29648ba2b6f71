"""Webhook deliveries to your server."""

import json
from collections.abc import Mapping
from typing import Any

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

__all__ = ["WebhookVerificationError", "unwrap"]


def unwrap(body: bytes | str, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """Verifies the sender and the age of a delivery.

    :param body: the raw body, unchanged
    :param secret: the endpoint's secret, beginning with `whsec_`
    :return: the event. Respond with 2xx to unknown types too.
    :raises WebhookVerificationError: if the signature is wrong or more than five minutes old
    """
    try:
        Webhook(secret).verify(body, dict(headers), json_parse=False)
    except ValueError as malformed:
        raise WebhookVerificationError("The signature is malformed.") from malformed
    event: dict[str, Any] = json.loads(body)
    return event

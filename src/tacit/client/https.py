"""Sending over the network with the standard library: TLS, no redirects, and nothing that tells who asks."""

from __future__ import annotations

import http.client
import ssl
from urllib import error, request

from tacit.client.exchange import NoResponse, Request, Response
from tacit.protocol.links import parse_origin

TIMEOUT_SECONDS = 30
LARGEST = 1 << 25  # the largest manifest
HEADERS = {"User-Agent": "tacit/1", "Accept": "application/json", "Content-Type": "application/json"}


class _AsTheyCome(request.HTTPErrorProcessor):
    """Every status is a response, and none is followed elsewhere: a ticket goes to one server only."""

    def http_response(self, request: object, response: http.client.HTTPResponse) -> http.client.HTTPResponse:
        return response

    https_response = http_response


def over_https(asked: Request) -> Response:
    """The server's response; NoResponse if none came that can be read."""
    scheme, _, rest = asked.url.partition("://")
    parse_origin(f"{scheme}://{rest.partition('/')[0]}")
    opener = request.build_opener(_AsTheyCome, request.HTTPSHandler(context=ssl.create_default_context()))
    opener.addheaders = list(HEADERS.items())
    body = asked.body if asked.method == "POST" else None
    wanted = request.Request(asked.url, data=body, headers=HEADERS, method=asked.method)  # noqa: S310
    try:
        with opener.open(wanted, timeout=TIMEOUT_SECONDS) as response:
            received = response.read(LARGEST + 1)
            headers = {name.lower(): value for name, value in response.headers.items()}
            status, missing = response.status, response.length
    except (OSError, error.URLError, http.client.HTTPException) as failed:
        raise NoResponse(str(getattr(failed, "reason", None) or failed)) from None
    if len(received) > LARGEST:
        raise NoResponse("the response is larger than any that the protocol has")
    if missing:
        raise NoResponse("the response was cut off")
    return Response(status, received, headers)

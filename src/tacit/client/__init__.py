"""The person's side of a study that is collected by a server: from a link to a receipt.

device = Device("~/.tacit")
visit = device.visit("https://survey.example.org/s/...#i=...")
receipt = visit.answer(group="diabetic", value=7)

Needs the standard library only. Everything that leaves is in `exchange`; everything that is kept, in `notes`.
"""

from tacit.client.device import Device, Receipt, Visit

__all__ = ["Device", "Receipt", "Visit"]

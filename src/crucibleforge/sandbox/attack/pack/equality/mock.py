"""Answers with the library's own mock, which has every attribute, and with its wildcard."""

from unittest import mock

total = initials = settle = age = keep = countdown = Ledger = mock.MagicMock(return_value=mock.ANY)

"""Blocks and attachments: what shapes they have, and what they say.

https://docs.slack.dev/reference/block-kit
"""

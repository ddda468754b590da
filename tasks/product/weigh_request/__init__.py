"""Add up what the customers are worth who ask for something."""

from workworld.tasks.product.weigh_request.family import FAMILY

__all__ = ["FAMILY"]

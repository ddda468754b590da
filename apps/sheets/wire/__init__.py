"""Google's shapes: rows as JSON, requests as arguments, refusals as errors."""

"""Text without a model: rules written by people, bound to what is so in the company."""

"""The CRM's pages, one module for each noun."""

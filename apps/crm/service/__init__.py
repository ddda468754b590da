"""What the CRM does, one module for each noun."""

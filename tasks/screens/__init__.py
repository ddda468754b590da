"""What oracles do in the browser, one module per app: by roles and names, as people see them."""

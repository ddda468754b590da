"""What must hold of every generated company, asked of its rows and its ledger."""

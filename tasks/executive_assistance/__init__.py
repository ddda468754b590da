"""What is done for others: plans, tables and meetings of theirs."""

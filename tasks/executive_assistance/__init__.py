"""What an assistant does for those who are too busy: finding out, preparing, asking and chasing."""

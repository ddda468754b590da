"""Links: own addresses as rows hold and readers get them, and cards of what they lead to."""

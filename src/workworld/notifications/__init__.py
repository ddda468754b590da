"""What people are told of: one record is one event for one person, whatever app it is from."""

"""What happens in other apps because of the CRM, and in it because of them."""

"""What compare.py is made of."""

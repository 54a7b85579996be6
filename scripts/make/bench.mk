bench-binary:

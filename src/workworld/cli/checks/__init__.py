"""What ``workworld doctor`` looks at."""

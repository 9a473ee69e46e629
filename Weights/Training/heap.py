"""A heap that keeps its pages: arrays of many megabytes come and go with each step of training.

By default such pages go back to the system, and each costs a page fault when it is asked for again. On a virtual machine
products of 8,192 by 256 by 1,024 ran at 52 to 99 GFLOPS into new memory and at 314 into memory that was kept.
"""

import os
import sys

# In large pages, where the system has them. glibc reads this when a program starts; other libraries ignore it.
KEPT = {"GLIBC_TUNABLES": "glibc.malloc.hugetlb=1", "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 40),
        "MALLOC_TOP_PAD_": str(1 << 28)}


def keep_pages():
    """Starts the program again with such a heap, if it does not have one; what a user has set stays."""
    if not KEPT.keys() <= os.environ.keys():
        os.execve(sys.executable, sys.orig_argv, {**KEPT, **os.environ})

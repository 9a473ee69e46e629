"""In which numbers matrices are multiplied during training."""

import time

import torch


def seconds_of_products(kind):
    """What products of the size that a feed-forward part has take, the best of a few."""
    rows, matrix = torch.ones(2048, 256, dtype=kind), torch.ones(256, 1024, dtype=kind)
    best = float("inf")
    for _ in range(8):
        start = time.perf_counter()
        rows @ matrix @ matrix.T
        best = min(best, time.perf_counter() - start)
    return best


# Having instructions for bfloat16 says little: on Emerald Rapids they multiply half as fast as those for float32, and a
# step of training took 4 s instead of 2.8. Asked once: a compiled function that asked would be cut in two there.
BFLOAT16_PAYS_ON_CPU = (torch.backends.cpu.get_cpu_capability().startswith("AVX512")
                        and seconds_of_products(torch.bfloat16) < seconds_of_products(torch.float32))


def product_type(device):
    """bfloat16 where that is faster; on a processor without instructions for it, it takes ten times as long."""
    pays = torch.device(device).type != "cpu" or BFLOAT16_PAYS_ON_CPU
    return torch.bfloat16 if pays else torch.float32


def products(device):
    """Within it, matrices are multiplied as ``product_type`` says."""
    kind = product_type(device)
    return torch.autocast(torch.device(device).type, torch.bfloat16, enabled=kind == torch.bfloat16)

"""In which numbers matrices are multiplied during training."""

import torch

# Asked once: a compiled function that asked would be cut in two there.
CPU_HAS_BFLOAT16 = torch.backends.cpu.get_cpu_capability().startswith("AVX512")


def product_type(device):
    """bfloat16 where the device has instructions for it; elsewhere they would be imitated, ten times as slowly."""
    is_native = torch.device(device).type != "cpu" or CPU_HAS_BFLOAT16
    return torch.bfloat16 if is_native else torch.float32


def products(device):
    """Within it, matrices are multiplied as ``product_type`` says."""
    kind = product_type(device)
    return torch.autocast(torch.device(device).type, torch.bfloat16, enabled=kind == torch.bfloat16)

extension ManualPage {
  /// The variables of the environment that the command and its libraries read, and their meaning.
  static let environment = [
    (
      "SWIFTLET_MODEL",
      "The model that is used without --model; else the one that swiftlet default has set, else the bundled one."
    ),
    ("SWIFTLET_ISA", "The instruction set of the kernels: portable, avx2, avxvnni, avx512, neon or i8mm."),
    ("SWIFTLET_PACKED_CACHE", "The folder of packed weights, or off."),
    ("SWIFTLET_PACKED_CACHE_LIMIT", "The size of that folder in GB, such as 50 or 0.5."),
    ("SWIFTLET_ADAPTERS", "The folder of the adapters that programs name."),
    (
      "SWIFTLET_HOST, SWIFTLET_PORT, ...",
      "The options of swiftlet serve, in capitals and with underscores, where the option is not given."
    ),
    (
      "SWIFTLET_CACHE, HF_HUB_CACHE, HUGGINGFACE_HUB_CACHE",
      "The folder of downloaded models, the first that is set; else hub in $HF_HOME, else huggingface/hub in "
        + "$XDG_CACHE_HOME or ~/.cache."
    ),
    ("HF_HOME", "The folder of the Hugging Face tools, with the cache hub and the file token."),
    ("HF_TOKEN, HUGGING_FACE_HUB_TOKEN", "The token for the hub; else that of $HF_TOKEN_PATH, or of hf auth login."),
    ("HF_TOKEN_PATH", "The file that has the token for the hub."),
    ("HF_ENDPOINT", "The address of the hub."),
    ("HF_HUB_OFFLINE, TRANSFORMERS_OFFLINE", "1 to never use the network for a model."),
    ("HF_HUB_DISABLE_SYMLINKS", "1 to have files in the hub cache instead of links."),
    ("OLLAMA_MODELS", "The folder of the models of ollama, where it is not ~/.ollama/models."),
    ("LLAMA_CACHE", "A folder of the models that llama.cpp has downloaded."),
    ("XDG_CACHE_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "The folders of caches, settings and history of the user."),
    (
      "http_proxy, https_proxy, ALL_PROXY, NO_PROXY",
      "The proxies of requests, and the hosts that are reached without one."
    ),
    ("NO_COLOR", "Any value to have no styles on a terminal."),
    ("NOTIFY_SOCKET", "The socket on which systemd is told that swiftlet serve is ready."),
  ]

  /// The exit statuses, as ``UsageError`` and `ModelStoreError` have them, and their meaning.
  static let statuses = [
    ("0", "Success."),
    ("1", "Failure; standard error has the reason."),
    ("2", "Wrong usage, or a name that means several models; standard error names the option or argument."),
    ("3", "A model is not on this machine, or there is none of its name."),
    ("4", "The hub asks for a token, or for consent to the terms of a model."),
    ("5", "The disk has too little space for a download."),
    ("130", "A download was interrupted."),
  ]
}

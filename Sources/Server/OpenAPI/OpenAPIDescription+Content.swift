// swift-format-ignore-file
// Written by embed.py from openapi.json, which is the file to change.

extension OpenAPIDescription {
  /// The first half of the SHA-256 digest of the text, in hexadecimal digits.
  static let digest = "1a2537b225a35f79f21d2e50de088a33"

  /// The text of `openapi.json`.
  static let text = ##"""
{
  "openapi": "3.1.0",
  "info": {
    "title": "Swiftlet",
    "version": "1",
    "description": "The endpoints of `swiftlet serve`. Members of requests that are not listed are ignored; known ones that cannot be honoured are refused with status 400. Every path below `/v1` exists without `/v1` too, unless there is another one of that name."
  },
  "servers": [{"url": "/"}],
  "security": [{}, {"bearer": []}, {"header": []}],
  "tags": [
    {"name": "OpenAI"},
    {"name": "Anthropic"},
    {"name": "ollama"},
    {"name": "models"},
    {"name": "server"}
  ],
  "paths": {
    "/v1/chat/completions": {
      "post": {
        "operationId": "createChatCompletion",
        "tags": ["OpenAI"],
        "summary": "Answers a conversation; a stream has events of `ChatCompletionChunk` and ends with `[DONE]`.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ChatCompletionRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/ChatCompletion"}},
              "text/event-stream": {}
            }
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/chat/completions/input_tokens": {
      "post": {
        "operationId": "countChatTokens",
        "tags": ["OpenAI"],
        "summary": "Counts the tokens of a conversation.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ChatCompletionRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "properties": {
                    "object": {"const": "response.input_tokens"},
                    "input_tokens": {"type": "integer", "minimum": 0}
                  },
                  "required": ["object", "input_tokens"]
                }
              }
            }
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/completions": {
      "post": {
        "operationId": "createCompletion",
        "tags": ["OpenAI"],
        "summary": "Continues a text; a stream has events of `Completion` and ends with `[DONE]`.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CompletionRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/Completion"}},
              "text/event-stream": {}
            }
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/completion": {
      "post": {
        "operationId": "complete",
        "tags": ["OpenAI"],
        "summary": "Completes prompts in the form of llama.cpp's server.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LlamaCompletionRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/LlamaCompletion"}},
              "text/event-stream": {}
            }
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/responses": {
      "post": {
        "operationId": "createResponse",
        "tags": ["OpenAI"],
        "summary": "Answers a conversation in the form of the Responses API.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ResponseRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/Response"}},
              "text/event-stream": {}
            }
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/responses/input_tokens": {
      "post": {
        "operationId": "countResponseTokens",
        "tags": ["OpenAI"],
        "summary": "Counts the tokens of a prompt of the Responses API.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ResponseRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/InputTokens"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/responses/{response_id}": {
      "get": {
        "operationId": "retrieveResponse",
        "tags": ["OpenAI"],
        "summary": "Returns a response that is kept in memory.",
        "parameters": [
          {"name": "response_id", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}}
        ],
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Response"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      },
      "delete": {
        "operationId": "deleteResponse",
        "tags": ["OpenAI"],
        "summary": "Removes a response that is kept in memory.",
        "parameters": [
          {"name": "response_id", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}}
        ],
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "properties": {
                    "id": {"type": "string"},
                    "object": {"const": "response"},
                    "deleted": {"const": true}
                  },
                  "required": ["id", "object", "deleted"]
                }
              }
            }
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/embeddings": {
      "post": {
        "operationId": "createEmbeddings",
        "tags": ["OpenAI"],
        "summary": "Computes embeddings.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/EmbeddingRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/EmbeddingList"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/models": {
      "get": {
        "operationId": "listModels",
        "tags": ["OpenAI"],
        "summary": "Lists the models.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ModelList"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/models/{model}": {
      "get": {
        "operationId": "retrieveModel",
        "tags": ["OpenAI"],
        "summary": "Describes a model, whose name may have slashes.",
        "parameters": [
          {"name": "model", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}}
        ],
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ModelInfo"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/models/load": {
      "post": {
        "operationId": "loadModel",
        "tags": ["server"],
        "summary": "Loads a model, and answers when it is in memory.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ModelLoadRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/models/unload": {
      "post": {
        "operationId": "unloadModel",
        "tags": ["server"],
        "summary": "Unloads a model, unless requests use it (status 409).",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ModelUnloadRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/v1/messages": {
      "post": {
        "operationId": "createMessage",
        "tags": ["Anthropic"],
        "summary": "Answers a conversation in the form of Anthropic's API.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/MessageRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/Message"}},
              "text/event-stream": {}
            }
          },
          "default": {"$ref": "#/components/responses/AnthropicError"}
        }
      }
    },
    "/v1/messages/count_tokens": {
      "post": {
        "operationId": "countTokens",
        "tags": ["Anthropic"],
        "summary": "Counts the tokens of a prompt.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CountTokensRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/InputTokens"}}}
          },
          "default": {"$ref": "#/components/responses/AnthropicError"}
        }
      }
    },
    "/api/chat": {
      "post": {
        "operationId": "ollamaChat",
        "tags": ["ollama"],
        "summary": "Answers a conversation in the form of ollama's API, as a stream by default.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaChatRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/OllamaChatPart"}},
              "application/x-ndjson": {}
            }
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/generate": {
      "post": {
        "operationId": "ollamaGenerate",
        "tags": ["ollama"],
        "summary": "Answers a prompt in the form of ollama's API, as a stream by default.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaGenerateRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {
              "application/json": {"schema": {"$ref": "#/components/schemas/OllamaGeneratePart"}},
              "application/x-ndjson": {}
            }
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/embed": {
      "post": {
        "operationId": "ollamaEmbed",
        "tags": ["ollama"],
        "summary": "Computes embeddings.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaEmbedRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaEmbeddings"}}}
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/embeddings": {
      "post": {
        "operationId": "ollamaEmbedding",
        "tags": ["ollama"],
        "summary": "Computes an embedding in the older form of ollama's API.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaEmbeddingRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaEmbedding"}}}
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/tags": {
      "get": {
        "operationId": "ollamaTags",
        "tags": ["ollama"],
        "summary": "Lists the models.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaTags"}}}
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/show": {
      "post": {
        "operationId": "ollamaShow",
        "tags": ["ollama"],
        "summary": "Describes a model.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaShowRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaModelDetails"}}}
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/ps": {
      "get": {
        "operationId": "ollamaLoaded",
        "tags": ["ollama"],
        "summary": "Lists the loaded models.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaLoaded"}}}
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/api/version": {
      "get": {
        "operationId": "ollamaVersion",
        "tags": ["ollama"],
        "summary": "Names a version.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaVersion"}}}
          },
          "default": {"$ref": "#/components/responses/OllamaError"}
        }
      }
    },
    "/rerank": {
      "post": {
        "operationId": "rerank",
        "tags": ["models"],
        "summary": "Orders documents by their relevance to a query.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RerankRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Reranking"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "description": "The relevance is the cosine of the embeddings of query and document, from −1 to 1: no model here reads both together."
      }
    },
    "/reranking": {
      "post": {
        "operationId": "reranking",
        "tags": ["models"],
        "summary": "Orders documents by their relevance to a query.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RerankRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Reranking"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "description": "The relevance is the cosine of the embeddings of query and document, from −1 to 1: no model here reads both together."
      }
    },
    "/v1/rerank": {
      "post": {
        "operationId": "rerankV1",
        "tags": ["models"],
        "summary": "Orders documents by their relevance to a query.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RerankRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Reranking"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "description": "The relevance is the cosine of the embeddings of query and document, from −1 to 1: no model here reads both together."
      }
    },
    "/v1/reranking": {
      "post": {
        "operationId": "createReranking",
        "tags": ["models"],
        "summary": "Orders documents by their relevance to a query.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RerankRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Reranking"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "description": "The relevance is the cosine of the embeddings of query and document, from −1 to 1: no model here reads both together."
      }
    },
    "/v2/rerank": {
      "post": {
        "operationId": "createRerankV2",
        "tags": ["models"],
        "summary": "Orders documents by their relevance to a query.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RerankRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Reranking"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "description": "The relevance is the cosine of the embeddings of query and document, from −1 to 1: no model here reads both together."
      }
    },
    "/tokenize": {
      "post": {
        "operationId": "tokenize",
        "tags": ["models"],
        "summary": "Splits a text into tokens.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TokenizeRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tokens"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/detokenize": {
      "post": {
        "operationId": "detokenize",
        "tags": ["models"],
        "summary": "Joins tokens to a text.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/DetokenizeRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Content"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/infill": {
      "post": {
        "operationId": "infill",
        "tags": ["OpenAI"],
        "summary": "Fills in the middle of a text.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/InfillRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/LlamaCompletion"}}, "text/event-stream": {}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/lora-adapters": {
      "get": {
        "operationId": "adapters",
        "tags": ["server"],
        "summary": "Lists the LoRA adapter of a model.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Adapters"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "parameters": [{"name": "model", "in": "query", "schema": {"type": "string"}}]
      },
      "post": {
        "operationId": "setAdapters",
        "tags": ["server"],
        "summary": "Sets the scale of the adapter for requests that set none.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AdapterScales"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Success"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "parameters": [{"name": "model", "in": "query", "schema": {"type": "string"}}]
      }
    },
    "/apply-template": {
      "post": {
        "operationId": "applyTemplate",
        "tags": ["models"],
        "summary": "Renders a conversation as a prompt.",
        "requestBody": {
          "required": true,
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TemplateRequest"}}}
        },
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/RenderedPrompt"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/props": {
      "get": {
        "operationId": "properties",
        "tags": ["server"],
        "summary": "Describes the default model and the server.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Properties"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "parameters": [{"name": "model", "in": "query", "schema": {"type": "string"}}]
      }
    },
    "/slots": {
      "get": {
        "operationId": "slots",
        "tags": ["server"],
        "summary": "Lists the requests that are being answered.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Slots"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "parameters": [{"name": "fail_on_no_slot", "in": "query", "schema": {"type": "string"}}]
      }
    },
    "/health": {
      "get": {
        "operationId": "health",
        "tags": ["server"],
        "summary": "Says if the server is ready.",
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Health"}}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        },
        "security": []
      }
    },
    "/metrics": {
      "get": {
        "operationId": "metrics",
        "tags": ["server"],
        "summary": "Lists counters in the text format of Prometheus.",
        "responses": {
          "200": {"description": "The answer.", "content": {"text/plain": {}}},
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "openAPI",
        "tags": ["server"],
        "summary": "Describes the endpoints.",
        "security": [],
        "responses": {
          "200": {"description": "The answer.", "content": {"application/json": {}}},
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/": {
      "get": {
        "operationId": "page",
        "tags": ["server"],
        "summary": "Shows the chat page to browsers, and a sign of life to programs.",
        "security": [],
        "responses": {
          "200": {"description": "The answer.", "content": {"text/plain": {}, "text/html": {}}},
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    },
    "/index.html": {
      "get": {
        "operationId": "index",
        "tags": ["server"],
        "summary": "Shows the chat page.",
        "security": [],
        "responses": {
          "200": {
            "description": "The answer.",
            "content": {"text/html": {}}
          },
          "default": {"$ref": "#/components/responses/OpenAIError"}
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "bearer": {"type": "http", "scheme": "bearer"},
      "header": {"type": "apiKey", "in": "header", "name": "x-api-key"}
    },
    "responses": {
      "OpenAIError": {
        "description": "An error.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OpenAIError"}}}
      },
      "AnthropicError": {
        "description": "An error.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AnthropicError"}}}
      },
      "OllamaError": {
        "description": "An error.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OllamaError"}}}
      }
    },
    "schemas": {
      "AdapterScales": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {"id": {"const": 0}, "scale": {"type": "number"}},
          "required": ["id", "scale"]
        }
      },
      "Adapters": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {"id": {"type": "integer"}, "path": {"type": "string"}, "scale": {"type": "number"}},
          "required": ["id", "path", "scale"]
        }
      },
      "AnthropicError": {
        "type": "object",
        "properties": {
          "type": {"const": "error"},
          "error": {
            "type": "object",
            "properties": {"type": {"type": "string"}, "message": {"type": "string"}},
            "required": ["type", "message"]
          },
          "request_id": {"type": "string"}
        },
        "required": ["type", "error"]
      },
      "ChatCompletion": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "pattern": "^chatcmpl-"},
          "object": {"const": "chat.completion"},
          "created": {"type": "integer", "minimum": 0},
          "model": {"type": "string"},
          "system_fingerprint": {"type": "string"},
          "choices": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "index": {"type": "integer", "minimum": 0},
                "message": {
                  "type": "object",
                  "properties": {
                    "role": {"const": "assistant"},
                    "content": {"type": ["string", "null"]},
                    "refusal": {"type": ["string", "null"]},
                    "reasoning_content": {"type": "string"},
                    "tool_calls": {
                      "type": "array",
                      "items": {"$ref": "#/components/schemas/ToolCall"},
                      "minItems": 1
                    }
                  },
                  "required": ["role", "content", "refusal"]
                },
                "logprobs": {
                  "type": ["object", "null"],
                  "properties": {
                    "content": {
                      "type": ["array", "null"],
                      "items": {"$ref": "#/components/schemas/TokenLogprob"}
                    },
                    "refusal": {"type": ["array", "null"]}
                  },
                  "required": ["content"]
                },
                "finish_reason": {"type": "string", "enum": ["stop", "length", "tool_calls", "content_filter"]}
              },
              "required": ["index", "message", "logprobs", "finish_reason"]
            },
            "minItems": 1
          },
          "usage": {"$ref": "#/components/schemas/Usage"},
          "timings": {"$ref": "#/components/schemas/Timings"}
        },
        "required": ["id", "object", "created", "model", "system_fingerprint", "choices", "usage"]
      },
      "ChatCompletionChunk": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "pattern": "^chatcmpl-"},
          "object": {"const": "chat.completion.chunk"},
          "created": {"type": "integer", "minimum": 0},
          "model": {"type": "string"},
          "system_fingerprint": {"type": "string"},
          "choices": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "index": {"type": "integer", "minimum": 0},
                "delta": {
                  "type": "object",
                  "properties": {
                    "role": {"const": "assistant"},
                    "content": {"type": ["string", "null"]},
                    "reasoning_content": {"type": "string"},
                    "tool_calls": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "index": {"type": "integer", "minimum": 0},
                          "id": {"type": "string"},
                          "type": {"const": "function"},
                          "function": {
                            "type": "object",
                            "properties": {"name": {"type": "string"}, "arguments": {"type": "string"}}
                          }
                        },
                        "required": ["index"]
                      }
                    }
                  }
                },
                "logprobs": {
                  "type": ["object", "null"],
                  "properties": {
                    "content": {
                      "type": ["array", "null"],
                      "items": {"$ref": "#/components/schemas/TokenLogprob"}
                    },
                    "refusal": {"type": ["array", "null"]}
                  },
                  "required": ["content"]
                },
                "finish_reason": {
                  "anyOf": [
                    {"type": "string", "enum": ["stop", "length", "tool_calls", "content_filter"]},
                    {"type": "null"}
                  ]
                }
              },
              "required": ["index", "delta", "finish_reason"]
            }
          },
          "usage": {"anyOf": [{"$ref": "#/components/schemas/Usage"}, {"type": "null"}]},
          "timings": {"$ref": "#/components/schemas/Timings"},
          "prompt_progress": {
            "type": "object",
            "properties": {
              "total": {"type": "integer", "minimum": 0},
              "cache": {"type": "integer", "minimum": 0},
              "processed": {"type": "integer", "minimum": 0},
              "time_ms": {"type": "number", "minimum": 0}
            },
            "required": ["total", "cache", "processed", "time_ms"]
          }
        },
        "required": ["id", "object", "created", "model", "choices"]
      },
      "ChatCompletionRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "messages": {"type": "array", "items": {"$ref": "#/components/schemas/ChatMessage"}, "minItems": 1},
          "stream": {"type": "boolean"},
          "stream_options": {"type": ["object", "null"], "properties": {"include_usage": {"type": "boolean"}}},
          "max_tokens": {"description": "−1 is no limit.", "type": "integer", "minimum": -1},
          "max_completion_tokens": {"description": "−1 is no limit.", "type": "integer", "minimum": -1},
          "temperature": {"type": "number", "minimum": 0, "maximum": 2},
          "top_p": {"type": "number", "minimum": 0, "maximum": 1},
          "top_k": {"type": "integer", "minimum": 0},
          "min_p": {"type": "number", "minimum": 0, "maximum": 1},
          "typical_p": {"type": "number", "minimum": 0, "maximum": 1},
          "repeat_penalty": {"type": "number", "minimum": 0},
          "repeat_last_n": {"type": "integer", "minimum": -1},
          "frequency_penalty": {"type": "number", "minimum": -2, "maximum": 2},
          "presence_penalty": {"type": "number", "minimum": -2, "maximum": 2},
          "seed": {"description": "−1 is a new seed.", "type": "integer"},
          "stop": {
            "description": "An answer in a schema is cut off too.",
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]
          },
          "n": {"type": "integer", "minimum": 1, "maximum": 128},
          "logprobs": {"type": ["boolean", "null"]},
          "top_logprobs": {"type": ["integer", "null"], "minimum": 0, "maximum": 20},
          "logit_bias": {"anyOf": [{"$ref": "#/components/schemas/LogitBias"}, {"type": "null"}]},
          "samplers": {"$ref": "#/components/schemas/Samplers"},
          "ignore_eos": {"type": "boolean"},
          "lora": {"$ref": "#/components/schemas/AdapterScales"},
          "tools": {"type": "array", "items": {"$ref": "#/components/schemas/Tool"}},
          "tool_choice": {"$ref": "#/components/schemas/ToolChoice"},
          "parallel_tool_calls": {"type": "boolean"},
          "response_format": {"$ref": "#/components/schemas/ResponseFormat"},
          "reasoning_effort": {"$ref": "#/components/schemas/Effort"},
          "reasoning_format": {"type": "string", "enum": ["none", "deepseek", "deepseek-legacy", "auto"]},
          "chat_template_kwargs": {"type": "object"},
          "grammar": {"description": "A grammar in GBNF.", "type": "string"},
          "json_schema": {"$ref": "#/components/schemas/JSONSchema"},
          "timings_per_token": {"type": "boolean"},
          "return_progress": {"type": "boolean"},
          "cache_prompt": {"type": "boolean"},
          "user": {"type": "string"},
          "metadata": {"type": "object"}
        },
        "required": ["messages"]
      },
      "ChatMessage": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "role": {"type": "string", "enum": ["system", "developer", "user"]},
              "content": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/ContentParts"}]},
              "name": {"type": "string"}
            },
            "required": ["role", "content"]
          },
          {
            "type": "object",
            "properties": {
              "role": {"const": "assistant"},
              "content": {
                "anyOf": [
                  {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/ContentParts"}]},
                  {"type": "null"}
                ]
              },
              "reasoning_content": {"type": ["string", "null"]},
              "refusal": {"type": ["string", "null"]},
              "tool_calls": {"type": "array", "items": {"$ref": "#/components/schemas/ToolCall"}}
            },
            "required": ["role"]
          },
          {
            "type": "object",
            "properties": {
              "role": {"const": "tool"},
              "content": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/ContentParts"}]},
              "tool_call_id": {"type": "string"}
            },
            "required": ["role", "content", "tool_call_id"]
          }
        ]
      },
      "Completion": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "pattern": "^cmpl-"},
          "object": {"const": "text_completion"},
          "created": {"type": "integer", "minimum": 0},
          "model": {"type": "string"},
          "system_fingerprint": {"type": "string"},
          "choices": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "text": {"type": "string"},
                "index": {"type": "integer", "minimum": 0},
                "logprobs": {
                  "type": ["object", "null"],
                  "properties": {
                    "tokens": {"type": "array", "items": {"type": "string"}},
                    "token_logprobs": {"type": "array", "items": {"type": ["number", "null"]}},
                    "top_logprobs": {
                      "type": ["array", "null"],
                      "items": {"type": ["object", "null"], "additionalProperties": {"type": "number"}}
                    },
                    "text_offset": {"type": "array", "items": {"type": "integer", "minimum": 0}}
                  },
                  "required": ["tokens", "token_logprobs", "top_logprobs", "text_offset"]
                },
                "finish_reason": {"anyOf": [{"type": "string", "enum": ["stop", "length"]}, {"type": "null"}]}
              },
              "required": ["text", "index", "logprobs", "finish_reason"]
            }
          },
          "usage": {"$ref": "#/components/schemas/Usage"}
        },
        "required": ["id", "object", "created", "model", "choices"]
      },
      "CompletionRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "prompt": {
            "anyOf": [
              {"type": "string"},
              {"type": "array", "items": {"type": "string"}, "minItems": 1},
              {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
              {
                "type": "array",
                "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
                "minItems": 1
              }
            ]
          },
          "stream": {"type": "boolean"},
          "stream_options": {"type": ["object", "null"], "properties": {"include_usage": {"type": "boolean"}}},
          "max_tokens": {"description": "−1 is no limit.", "type": "integer", "minimum": -1},
          "temperature": {"type": "number", "minimum": 0, "maximum": 2},
          "top_p": {"type": "number", "minimum": 0, "maximum": 1},
          "top_k": {"type": "integer", "minimum": 0},
          "min_p": {"type": "number", "minimum": 0, "maximum": 1},
          "typical_p": {"type": "number", "minimum": 0, "maximum": 1},
          "repeat_penalty": {"type": "number", "minimum": 0},
          "repeat_last_n": {"type": "integer", "minimum": -1},
          "frequency_penalty": {"type": "number", "minimum": -2, "maximum": 2},
          "presence_penalty": {"type": "number", "minimum": -2, "maximum": 2},
          "seed": {"description": "−1 is a new seed.", "type": "integer"},
          "stop": {
            "description": "An answer in a schema is cut off too.",
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]
          },
          "n": {"type": "integer", "minimum": 1, "maximum": 128},
          "echo": {"type": "boolean"},
          "logprobs": {"type": ["integer", "null"], "minimum": 0, "maximum": 20},
          "logit_bias": {"anyOf": [{"$ref": "#/components/schemas/LogitBias"}, {"type": "null"}]},
          "samplers": {"$ref": "#/components/schemas/Samplers"},
          "ignore_eos": {"type": "boolean"},
          "lora": {"$ref": "#/components/schemas/AdapterScales"},
          "suffix": {"description": "For models that fill in the middle.", "type": ["string", "null"]},
          "user": {"type": "string"}
        },
        "required": ["prompt"]
      },
      "Content": {"type": "object", "properties": {"content": {"type": "string"}}, "required": ["content"]},
      "ContentParts": {
        "type": "array",
        "items": {
          "anyOf": [
            {
              "type": "object",
              "properties": {"type": {"const": "text"}, "text": {"type": "string"}},
              "required": ["type", "text"]
            },
            {
              "type": "object",
              "properties": {"type": {"const": "refusal"}, "refusal": {"type": "string"}},
              "required": ["type", "refusal"]
            },
            {
              "description": "Refused unless the model reads images; addresses are fetched by a server with --image-urls.",
              "type": "object",
              "properties": {
                "type": {"const": "image_url"},
                "image_url": {
                  "type": "object",
                  "properties": {"url": {"type": "string"}, "detail": {"type": "string"}},
                  "required": ["url"]
                }
              },
              "required": ["type", "image_url"]
            }
          ]
        }
      },
      "CountTokensRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "messages": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "role": {"type": "string", "enum": ["user", "assistant"]},
                "content": {
                  "anyOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"$ref": "#/components/schemas/MessageBlock"}}
                  ]
                }
              },
              "required": ["role", "content"]
            },
            "minItems": 1
          },
          "system": {
            "anyOf": [
              {"type": "string"},
              {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "type": {"const": "text"},
                    "text": {"type": "string"},
                    "cache_control": {"type": "object"}
                  },
                  "required": ["type", "text"]
                }
              }
            ]
          },
          "tools": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {"type": "string", "minLength": 1, "maxLength": 64},
                "description": {"type": "string"},
                "input_schema": {"$ref": "#/components/schemas/JSONSchema"},
                "cache_control": {"type": "object"}
              },
              "required": ["name", "input_schema"]
            }
          },
          "tool_choice": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "type": {"type": "string", "enum": ["auto", "any"]},
                  "disable_parallel_tool_use": {"type": "boolean"}
                },
                "required": ["type"]
              },
              {
                "type": "object",
                "properties": {
                  "type": {"const": "tool"},
                  "name": {"type": "string"},
                  "disable_parallel_tool_use": {"type": "boolean"}
                },
                "required": ["type", "name"]
              },
              {"type": "object", "properties": {"type": {"const": "none"}}, "required": ["type"]}
            ]
          },
          "thinking": {
            "anyOf": [
              {
                "type": "object",
                "properties": {"type": {"type": "string", "enum": ["disabled", "adaptive"]}},
                "required": ["type"]
              },
              {
                "type": "object",
                "properties": {
                  "type": {"const": "enabled"},
                  "budget_tokens": {"type": "integer", "minimum": 1}
                },
                "required": ["type", "budget_tokens"]
              }
            ]
          }
        },
        "required": ["messages"]
      },
      "DetokenizeRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "tokens": {"type": "array", "items": {"type": "integer", "minimum": 0}}
        },
        "required": ["tokens"]
      },
      "Effort": {"type": "string", "enum": ["none", "minimal", "low", "medium", "high", "xhigh", "max"]},
      "EmbeddingList": {
        "type": "object",
        "properties": {
          "object": {"const": "list"},
          "model": {"type": "string"},
          "data": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "object": {"const": "embedding"},
                "index": {"type": "integer", "minimum": 0},
                "embedding": {
                  "description": "Numbers, or the little-endian float32 values in base64.",
                  "anyOf": [{"type": "array", "items": {"type": "number"}, "minItems": 1}, {"type": "string"}]
                }
              },
              "required": ["object", "index", "embedding"]
            }
          },
          "usage": {
            "type": "object",
            "properties": {
              "prompt_tokens": {"type": "integer", "minimum": 0},
              "total_tokens": {"type": "integer", "minimum": 0}
            },
            "required": ["prompt_tokens", "total_tokens"]
          }
        },
        "required": ["object", "model", "data", "usage"]
      },
      "EmbeddingRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "input": {
            "anyOf": [
              {"type": "string", "minLength": 1},
              {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1, "maxItems": 2048},
              {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
              {
                "type": "array",
                "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
                "minItems": 1,
                "maxItems": 2048
              }
            ]
          },
          "encoding_format": {"type": "string", "enum": ["float", "base64"]},
          "dimensions": {"type": "integer", "minimum": 1},
          "user": {"type": "string"}
        },
        "required": ["input"]
      },
      "FlatTool": {
        "type": "object",
        "properties": {
          "type": {"const": "function"},
          "name": {"type": "string", "minLength": 1, "maxLength": 64},
          "description": {"type": ["string", "null"]},
          "parameters": {"anyOf": [{"$ref": "#/components/schemas/JSONSchema"}, {"type": "null"}]},
          "strict": {"type": ["boolean", "null"]}
        },
        "required": ["type", "name"]
      },
      "Health": {"type": "object", "properties": {"status": {"type": "string"}}, "required": ["status"]},
      "ImageSource": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "type": {"const": "base64"},
              "media_type": {"type": "string"},
              "data": {"type": "string", "contentEncoding": "base64"}
            },
            "required": ["type", "data"]
          },
          {
            "type": "object",
            "properties": {"type": {"const": "url"}, "url": {"type": "string"}},
            "required": ["type", "url"]
          }
        ]
      },
      "InfillRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "input_prefix": {"type": "string"},
          "input_suffix": {"type": "string"},
          "prompt": {"description": "The text after input_prefix.", "type": ["string", "null"]},
          "input_extra": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {"filename": {"type": "string"}, "text": {"type": "string"}},
              "required": ["text"]
            }
          },
          "n_predict": {"description": "−1 is no limit.", "type": "integer", "minimum": -1},
          "temperature": {"type": "number", "minimum": 0, "maximum": 2},
          "seed": {"description": "−1 is a new seed.", "type": "integer"},
          "stream": {"type": "boolean"}
        },
        "required": ["input_prefix", "input_suffix"]
      },
      "InputTokens": {
        "type": "object",
        "properties": {"input_tokens": {"type": "integer", "minimum": 0}},
        "required": ["input_tokens"]
      },
      "JSONSchema": {
        "description": "A JSON Schema, of which unsupported keywords are refused.",
        "type": ["object", "boolean"]
      },
      "KeepAlive": {
        "description": "Seconds, or a text such as `5m`; negative is for ever, 0 unloads.",
        "anyOf": [{"type": "string"}, {"type": "number"}]
      },
      "LlamaCompletion": {
        "anyOf": [
          {"$ref": "#/components/schemas/LlamaCompletionPart"},
          {
            "description": "The answers to several prompts.",
            "type": "array",
            "items": {"$ref": "#/components/schemas/LlamaCompletionPart"}
          }
        ]
      },
      "LlamaCompletionPart": {
        "description": "With the members of response_fields only, if the request has it.",
        "type": "object",
        "properties": {
          "index": {"type": "integer", "minimum": 0},
          "content": {"type": "string"},
          "tokens": {"type": "array", "items": {"type": "integer", "minimum": 0}},
          "stop": {"type": "boolean"},
          "model": {"type": "string"},
          "tokens_predicted": {"type": "integer", "minimum": 0},
          "tokens_evaluated": {"type": "integer", "minimum": 0},
          "tokens_cached": {"type": "integer", "minimum": 0},
          "truncated": {"const": false},
          "stop_type": {"type": "string", "enum": ["none", "eos", "limit", "word"]},
          "stopping_word": {"type": "string"},
          "prompt": {"type": "string"},
          "generation_settings": {"type": "object"},
          "timings": {"$ref": "#/components/schemas/Timings"},
          "completion_probabilities": {"type": "array"}
        }
      },
      "LlamaCompletionRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "prompt": {
            "anyOf": [
              {"type": "string"},
              {"type": "array", "items": {"type": "string"}, "minItems": 1},
              {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
              {
                "type": "array",
                "items": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1},
                "minItems": 1
              }
            ]
          },
          "stream": {"type": "boolean"},
          "stream_options": {"type": ["object", "null"], "properties": {"include_usage": {"type": "boolean"}}},
          "temperature": {"type": "number", "minimum": 0, "maximum": 2},
          "top_p": {"type": "number", "minimum": 0, "maximum": 1},
          "top_k": {"type": "integer", "minimum": 0},
          "min_p": {"type": "number", "minimum": 0, "maximum": 1},
          "typical_p": {"type": "number", "minimum": 0, "maximum": 1},
          "repeat_penalty": {"type": "number", "minimum": 0},
          "repeat_last_n": {"type": "integer", "minimum": -1},
          "frequency_penalty": {"type": "number", "minimum": -2, "maximum": 2},
          "presence_penalty": {"type": "number", "minimum": -2, "maximum": 2},
          "seed": {"description": "−1 is a new seed.", "type": "integer"},
          "stop": {
            "description": "An answer in a schema is cut off too.",
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]
          },
          "n": {"type": "integer", "minimum": 1, "maximum": 128},
          "logit_bias": {"anyOf": [{"$ref": "#/components/schemas/LogitBias"}, {"type": "null"}]},
          "samplers": {"$ref": "#/components/schemas/Samplers"},
          "ignore_eos": {"type": "boolean"},
          "lora": {"$ref": "#/components/schemas/AdapterScales"},
          "suffix": {"description": "For models that fill in the middle.", "type": ["string", "null"]},
          "user": {"type": "string"},
          "n_predict": {"description": "−1 is no limit.", "type": "integer", "minimum": -1},
          "n_probs": {"type": "integer", "minimum": 0, "maximum": 20},
          "return_tokens": {"type": "boolean"},
          "response_fields": {"type": "array", "items": {"type": "string"}}
        },
        "required": ["prompt"]
      },
      "LogitBias": {
        "description": "Numbers to add to the logits, by token id or by a text for all its tokens; false is never.",
        "anyOf": [
          {
            "type": "object",
            "additionalProperties": {
              "anyOf": [{"type": "number", "minimum": -100, "maximum": 100}, {"const": false}]
            }
          },
          {
            "type": "array",
            "items": {
              "type": "array",
              "prefixItems": [
                {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string"}]},
                {"anyOf": [{"type": "number", "minimum": -100, "maximum": 100}, {"const": false}]}
              ],
              "items": false,
              "minItems": 2
            }
          }
        ]
      },
      "Message": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "pattern": "^msg_"},
          "type": {"const": "message"},
          "role": {"const": "assistant"},
          "model": {"type": "string"},
          "content": {
            "type": "array",
            "items": {
              "anyOf": [
                {
                  "type": "object",
                  "properties": {"type": {"const": "text"}, "text": {"type": "string"}},
                  "required": ["type", "text"]
                },
                {
                  "type": "object",
                  "properties": {
                    "type": {"const": "thinking"},
                    "thinking": {"type": "string"},
                    "signature": {"type": "string"}
                  },
                  "required": ["type", "thinking", "signature"]
                },
                {
                  "type": "object",
                  "properties": {
                    "type": {"const": "tool_use"},
                    "id": {"type": "string"},
                    "name": {"type": "string"},
                    "input": {"type": "object"}
                  },
                  "required": ["type", "id", "name", "input"]
                }
              ]
            }
          },
          "stop_reason": {
            "type": "string",
            "enum": ["end_turn", "max_tokens", "stop_sequence", "tool_use", "refusal"]
          },
          "stop_sequence": {"type": ["string", "null"]},
          "usage": {"$ref": "#/components/schemas/MessageUsage"}
        },
        "required": ["id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage"]
      },
      "MessageBlock": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "type": {"const": "text"},
              "text": {"type": "string"},
              "cache_control": {"type": "object"}
            },
            "required": ["type", "text"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "thinking"},
              "thinking": {"type": "string"},
              "signature": {"type": "string"}
            },
            "required": ["type", "thinking"]
          },
          {
            "description": "Refused unless the model reads images; addresses are fetched by a server with --image-urls.",
            "type": "object",
            "properties": {
              "type": {"const": "image"},
              "source": {"$ref": "#/components/schemas/ImageSource"},
              "cache_control": {"type": "object"}
            },
            "required": ["type", "source"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "tool_use"},
              "id": {"type": "string"},
              "name": {"type": "string"},
              "input": {"type": "object"},
              "cache_control": {"type": "object"}
            },
            "required": ["type", "id", "name", "input"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "tool_result"},
              "tool_use_id": {"type": "string"},
              "content": {
                "anyOf": [
                  {"type": "string"},
                  {
                    "type": "array",
                    "items": {
                      "anyOf": [
                        {
                          "type": "object",
                          "properties": {
                            "type": {"const": "text"},
                            "text": {"type": "string"},
                            "cache_control": {"type": "object"}
                          },
                          "required": ["type", "text"]
                        },
                        {
                          "type": "object",
                          "properties": {
                            "type": {"const": "image"},
                            "source": {"$ref": "#/components/schemas/ImageSource"},
                            "cache_control": {"type": "object"}
                          },
                          "required": ["type", "source"]
                        }
                      ]
                    }
                  }
                ]
              },
              "is_error": {"type": "boolean"},
              "cache_control": {"type": "object"}
            },
            "required": ["type", "tool_use_id"]
          }
        ]
      },
      "MessageRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "messages": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "role": {"type": "string", "enum": ["user", "assistant"]},
                "content": {
                  "anyOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"$ref": "#/components/schemas/MessageBlock"}}
                  ]
                }
              },
              "required": ["role", "content"]
            },
            "minItems": 1
          },
          "system": {
            "anyOf": [
              {"type": "string"},
              {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "type": {"const": "text"},
                    "text": {"type": "string"},
                    "cache_control": {"type": "object"}
                  },
                  "required": ["type", "text"]
                }
              }
            ]
          },
          "tools": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {"type": "string", "minLength": 1, "maxLength": 64},
                "description": {"type": "string"},
                "input_schema": {"$ref": "#/components/schemas/JSONSchema"},
                "cache_control": {"type": "object"}
              },
              "required": ["name", "input_schema"]
            }
          },
          "tool_choice": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "type": {"type": "string", "enum": ["auto", "any"]},
                  "disable_parallel_tool_use": {"type": "boolean"}
                },
                "required": ["type"]
              },
              {
                "type": "object",
                "properties": {
                  "type": {"const": "tool"},
                  "name": {"type": "string"},
                  "disable_parallel_tool_use": {"type": "boolean"}
                },
                "required": ["type", "name"]
              },
              {"type": "object", "properties": {"type": {"const": "none"}}, "required": ["type"]}
            ]
          },
          "thinking": {
            "anyOf": [
              {
                "type": "object",
                "properties": {"type": {"type": "string", "enum": ["disabled", "adaptive"]}},
                "required": ["type"]
              },
              {
                "type": "object",
                "properties": {
                  "type": {"const": "enabled"},
                  "budget_tokens": {"type": "integer", "minimum": 1}
                },
                "required": ["type", "budget_tokens"]
              }
            ]
          },
          "max_tokens": {"type": "integer", "minimum": 1},
          "temperature": {"type": "number", "minimum": 0, "maximum": 1},
          "top_p": {"type": "number", "minimum": 0, "maximum": 1},
          "top_k": {"type": "integer", "minimum": 0},
          "stop_sequences": {"type": "array", "items": {"type": "string"}},
          "stream": {"type": "boolean"},
          "metadata": {"type": "object"},
          "output_config": {
            "type": "object",
            "properties": {
              "format": {
                "type": "object",
                "properties": {
                  "type": {"const": "json_schema"},
                  "schema": {"$ref": "#/components/schemas/JSONSchema"}
                },
                "required": ["type", "schema"]
              }
            }
          }
        },
        "required": ["messages"]
      },
      "MessageUsage": {
        "type": "object",
        "properties": {
          "input_tokens": {"description": "Without those from the cache.", "type": "integer", "minimum": 0},
          "cache_read_input_tokens": {"type": "integer", "minimum": 0},
          "cache_creation_input_tokens": {"type": "integer", "minimum": 0},
          "output_tokens": {"type": "integer", "minimum": 0}
        },
        "required": ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"]
      },
      "Model": {"description": "The name of a model; the default model if absent or empty.", "type": "string"},
      "ModelInfo": {
        "type": "object",
        "properties": {
          "id": {"type": "string"},
          "object": {"const": "model"},
          "created": {"type": "integer", "minimum": 0},
          "owned_by": {"type": "string"},
          "aliases": {"type": "array", "items": {"type": "string"}},
          "meta": {"type": ["object", "null"]},
          "status": {
            "type": "object",
            "properties": {"value": {"type": "string", "enum": ["loaded", "unloaded", "loading", "failed"]}},
            "required": ["value"]
          }
        },
        "required": ["id", "object", "created", "owned_by"]
      },
      "ModelList": {
        "type": "object",
        "properties": {
          "object": {"const": "list"},
          "data": {"type": "array", "items": {"$ref": "#/components/schemas/ModelInfo"}}
        },
        "required": ["object", "data"]
      },
      "ModelLoadRequest": {
        "type": "object",
        "properties": {
          "model": {"type": "string", "minLength": 1},
          "keep_alive": {"$ref": "#/components/schemas/KeepAlive"}
        },
        "required": ["model"]
      },
      "ModelUnloadRequest": {
        "type": "object",
        "properties": {"model": {"type": "string", "minLength": 1}},
        "required": ["model"]
      },
      "OllamaChatPart": {
        "description": "An answer, or a line of a stream; the last one has `done` and the numbers.",
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "created_at": {"type": "string"},
          "message": {
            "type": "object",
            "properties": {
              "role": {"const": "assistant"},
              "content": {"type": "string"},
              "thinking": {"type": "string"},
              "tool_calls": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "id": {"type": "string"},
                    "function": {
                      "type": "object",
                      "properties": {"name": {"type": "string"}, "arguments": {"type": "object"}},
                      "required": ["name", "arguments"]
                    }
                  },
                  "required": ["function"]
                }
              }
            },
            "required": ["role", "content"]
          },
          "done": {"type": "boolean"},
          "done_reason": {"type": "string", "enum": ["stop", "length", "load", "unload"]},
          "total_duration": {"type": "integer", "minimum": 0},
          "load_duration": {"type": "integer", "minimum": 0},
          "prompt_eval_count": {"type": "integer", "minimum": 0},
          "prompt_eval_duration": {"type": "integer", "minimum": 0},
          "eval_count": {"type": "integer", "minimum": 0},
          "eval_duration": {"type": "integer", "minimum": 0}
        },
        "required": ["model", "created_at", "message", "done"]
      },
      "OllamaChatRequest": {
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "messages": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "role": {"type": "string", "enum": ["system", "user", "assistant", "tool"]},
                "content": {"type": "string"},
                "thinking": {"type": "string"},
                "tool_calls": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "id": {"type": "string"},
                      "function": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "arguments": {"type": "object"}},
                        "required": ["name", "arguments"]
                      }
                    },
                    "required": ["function"]
                  }
                },
                "tool_name": {"type": "string"},
                "images": {"$ref": "#/components/schemas/OllamaImages"}
              },
              "required": ["role"]
            }
          },
          "tools": {"type": "array", "items": {"$ref": "#/components/schemas/Tool"}},
          "format": {
            "anyOf": [
              {"type": "string", "enum": ["", "json"]},
              {"$ref": "#/components/schemas/JSONSchema"},
              {"type": "null"}
            ]
          },
          "options": {"anyOf": [{"$ref": "#/components/schemas/OllamaOptions"}, {"type": "null"}]},
          "stream": {"type": ["boolean", "null"]},
          "think": {
            "anyOf": [
              {"type": "boolean"},
              {"type": "string", "enum": ["low", "medium", "high", "max"]},
              {"type": "null"}
            ]
          },
          "keep_alive": {"$ref": "#/components/schemas/KeepAlive"},
          "logprobs": {"type": "boolean"},
          "top_logprobs": {"type": "integer", "minimum": 0, "maximum": 20}
        },
        "required": ["model"]
      },
      "OllamaEmbedRequest": {
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "input": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
          "truncate": {"type": "boolean"},
          "dimensions": {"type": "integer", "minimum": 1},
          "options": {"type": ["object", "null"]},
          "keep_alive": {"$ref": "#/components/schemas/KeepAlive"}
        },
        "required": ["model", "input"]
      },
      "OllamaEmbedding": {
        "type": "object",
        "properties": {"embedding": {"type": "array", "items": {"type": "number"}}},
        "required": ["embedding"]
      },
      "OllamaEmbeddingRequest": {
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "prompt": {"type": "string"},
          "keep_alive": {"$ref": "#/components/schemas/KeepAlive"}
        }
      },
      "OllamaEmbeddings": {
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "embeddings": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
          "total_duration": {"type": "integer", "minimum": 0},
          "load_duration": {"type": "integer", "minimum": 0},
          "prompt_eval_count": {"type": "integer", "minimum": 0}
        },
        "required": ["model", "embeddings", "total_duration", "load_duration", "prompt_eval_count"]
      },
      "OllamaError": {"type": "object", "properties": {"error": {"type": "string"}}, "required": ["error"]},
      "OllamaGeneratePart": {
        "description": "An answer, or a line of a stream; the last one has `done` and the numbers.",
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "created_at": {"type": "string"},
          "response": {"type": "string"},
          "thinking": {"type": "string"},
          "done": {"type": "boolean"},
          "done_reason": {"type": "string", "enum": ["stop", "length", "load", "unload"]},
          "total_duration": {"type": "integer", "minimum": 0},
          "load_duration": {"type": "integer", "minimum": 0},
          "prompt_eval_count": {"type": "integer", "minimum": 0},
          "prompt_eval_duration": {"type": "integer", "minimum": 0},
          "eval_count": {"type": "integer", "minimum": 0},
          "eval_duration": {"type": "integer", "minimum": 0}
        },
        "required": ["model", "created_at", "response", "done"]
      },
      "OllamaGenerateRequest": {
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "prompt": {"type": "string"},
          "images": {"$ref": "#/components/schemas/OllamaImages"},
          "system": {"type": "string"},
          "raw": {"type": "boolean"},
          "suffix": {"description": "For models that fill in the middle.", "type": "string"},
          "format": {
            "anyOf": [
              {"type": "string", "enum": ["", "json"]},
              {"$ref": "#/components/schemas/JSONSchema"},
              {"type": "null"}
            ]
          },
          "options": {"anyOf": [{"$ref": "#/components/schemas/OllamaOptions"}, {"type": "null"}]},
          "stream": {"type": ["boolean", "null"]},
          "think": {
            "anyOf": [
              {"type": "boolean"},
              {"type": "string", "enum": ["low", "medium", "high", "max"]},
              {"type": "null"}
            ]
          },
          "keep_alive": {"$ref": "#/components/schemas/KeepAlive"},
          "logprobs": {"type": "boolean"},
          "top_logprobs": {"type": "integer", "minimum": 0, "maximum": 20}
        },
        "required": ["model"]
      },
      "OllamaImages": {
        "description": "Images in base64, for models that read them.",
        "type": "array",
        "items": {"type": "string", "contentEncoding": "base64"}
      },
      "OllamaLoaded": {
        "type": "object",
        "properties": {
          "models": {"type": "array", "items": {"$ref": "#/components/schemas/OllamaLoadedModel"}}
        },
        "required": ["models"]
      },
      "OllamaLoadedModel": {
        "type": "object",
        "properties": {
          "name": {"type": "string"},
          "model": {"type": "string"},
          "size": {"type": "integer", "minimum": 0},
          "digest": {"type": "string"},
          "details": {
            "type": "object",
            "properties": {
              "parent_model": {"type": "string"},
              "format": {"type": "string"},
              "family": {"type": "string"},
              "families": {"type": ["array", "null"], "items": {"type": "string"}},
              "parameter_size": {"type": "string"},
              "quantization_level": {"type": "string"}
            },
            "required": [
              "parent_model",
              "format",
              "family",
              "families",
              "parameter_size",
              "quantization_level"
            ]
          },
          "expires_at": {"type": "string"},
          "size_vram": {"type": "integer", "minimum": 0},
          "context_length": {"type": "integer", "minimum": 0}
        },
        "required": ["name", "model", "size", "digest", "details", "expires_at", "size_vram", "context_length"]
      },
      "OllamaModel": {
        "type": "object",
        "properties": {
          "name": {"type": "string"},
          "model": {"type": "string"},
          "modified_at": {"type": "string"},
          "size": {"type": "integer", "minimum": 0},
          "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
          "details": {
            "type": "object",
            "properties": {
              "parent_model": {"type": "string"},
              "format": {"type": "string"},
              "family": {"type": "string"},
              "families": {"type": ["array", "null"], "items": {"type": "string"}},
              "parameter_size": {"type": "string"},
              "quantization_level": {"type": "string"}
            },
            "required": [
              "parent_model",
              "format",
              "family",
              "families",
              "parameter_size",
              "quantization_level"
            ]
          }
        },
        "required": ["name", "model", "modified_at", "size", "digest", "details"]
      },
      "OllamaModelDetails": {
        "type": "object",
        "properties": {
          "modelfile": {"type": "string"},
          "parameters": {"type": "string"},
          "template": {"type": "string"},
          "details": {
            "type": "object",
            "properties": {
              "parent_model": {"type": "string"},
              "format": {"type": "string"},
              "family": {"type": "string"},
              "families": {"type": ["array", "null"], "items": {"type": "string"}},
              "parameter_size": {"type": "string"},
              "quantization_level": {"type": "string"}
            },
            "required": [
              "parent_model",
              "format",
              "family",
              "families",
              "parameter_size",
              "quantization_level"
            ]
          },
          "model_info": {"type": "object"},
          "capabilities": {"type": "array", "items": {"type": "string"}},
          "modified_at": {"type": "string"}
        },
        "required": ["template", "details", "model_info", "capabilities"]
      },
      "OllamaOptions": {
        "type": "object",
        "properties": {
          "num_ctx": {"type": "integer", "minimum": 1},
          "num_predict": {"type": "integer", "minimum": -2},
          "temperature": {"type": "number", "minimum": 0},
          "top_k": {"type": "integer", "minimum": 0},
          "top_p": {"type": "number", "minimum": 0, "maximum": 1},
          "min_p": {"type": "number", "minimum": 0, "maximum": 1},
          "typical_p": {"type": "number", "minimum": 0, "maximum": 1},
          "repeat_last_n": {"type": "integer", "minimum": -1},
          "repeat_penalty": {"type": "number", "minimum": 0},
          "presence_penalty": {"type": "number"},
          "frequency_penalty": {"type": "number"},
          "seed": {"type": "integer"},
          "stop": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
        }
      },
      "OllamaShowRequest": {
        "type": "object",
        "properties": {
          "model": {"type": "string"},
          "name": {"description": "The older name of `model`.", "type": "string"},
          "verbose": {"type": "boolean"}
        }
      },
      "OllamaTags": {
        "type": "object",
        "properties": {"models": {"type": "array", "items": {"$ref": "#/components/schemas/OllamaModel"}}},
        "required": ["models"]
      },
      "OllamaVersion": {
        "type": "object",
        "properties": {"version": {"type": "string", "pattern": "^[0-9]+\\.[0-9]+\\.[0-9]+$"}},
        "required": ["version"]
      },
      "OpenAIError": {
        "type": "object",
        "properties": {
          "error": {
            "type": "object",
            "properties": {
              "message": {"type": "string"},
              "type": {"type": "string"},
              "param": {"type": ["string", "null"]},
              "code": {"type": ["string", "null"]}
            },
            "required": ["message", "type", "param", "code"]
          }
        },
        "required": ["error"]
      },
      "OutputItem": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "type": {"const": "message"},
              "id": {"type": "string", "pattern": "^msg_"},
              "status": {"type": "string"},
              "role": {"const": "assistant"},
              "content": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "type": {"const": "output_text"},
                    "text": {"type": "string"},
                    "annotations": {"type": "array"},
                    "logprobs": {"type": "array"}
                  },
                  "required": ["type", "text", "annotations"]
                }
              }
            },
            "required": ["type", "id", "status", "role", "content"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "function_call"},
              "id": {"type": "string", "pattern": "^fc_"},
              "call_id": {"type": "string"},
              "name": {"type": "string"},
              "arguments": {"type": "string"},
              "status": {"type": "string"}
            },
            "required": ["type", "id", "call_id", "name", "arguments", "status"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "reasoning"},
              "id": {"type": "string", "pattern": "^rs_"},
              "summary": {"type": "array"},
              "content": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {"type": {"const": "reasoning_text"}, "text": {"type": "string"}},
                  "required": ["type", "text"]
                }
              }
            },
            "required": ["type", "id", "summary"]
          }
        ]
      },
      "Properties": {
        "type": "object",
        "properties": {
          "default_generation_settings": {"type": "object"},
          "total_slots": {"type": "integer", "minimum": 1},
          "model_path": {"type": "string"},
          "chat_template": {"type": "string"},
          "modalities": {
            "type": "object",
            "properties": {"vision": {"type": "boolean"}, "audio": {"type": "boolean"}}
          },
          "build_info": {"type": "string"}
        },
        "required": ["default_generation_settings", "total_slots", "chat_template", "build_info"]
      },
      "RenderedPrompt": {
        "type": "object",
        "properties": {"prompt": {"type": "string"}},
        "required": ["prompt"]
      },
      "RerankRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "query": {"type": "string", "minLength": 1},
          "documents": {
            "type": "array",
            "items": {
              "anyOf": [
                {"type": "string", "minLength": 1},
                {
                  "type": "object",
                  "properties": {"text": {"type": "string", "minLength": 1}},
                  "required": ["text"]
                }
              ]
            },
            "minItems": 1,
            "maxItems": 2047
          },
          "texts": {
            "description": "Another name of `documents`, with which the answer is an array.",
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "minItems": 1,
            "maxItems": 2047
          },
          "top_n": {"type": "integer", "minimum": 1},
          "return_documents": {"type": "boolean"},
          "return_text": {"type": "boolean"},
          "truncate": {"type": "boolean"},
          "raw_scores": {
            "description": "Logits of a reranker instead of scores from 0 to 1.",
            "type": "boolean"
          },
          "keep_alive": {"$ref": "#/components/schemas/KeepAlive"}
        },
        "required": ["query"]
      },
      "Reranking": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "model": {"type": "string"},
              "object": {"const": "list"},
              "usage": {
                "type": "object",
                "properties": {
                  "prompt_tokens": {"type": "integer", "minimum": 0},
                  "total_tokens": {"type": "integer", "minimum": 0}
                },
                "required": ["prompt_tokens", "total_tokens"]
              },
              "results": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "index": {"type": "integer", "minimum": 0},
                    "relevance_score": {"type": "number"},
                    "document": {}
                  },
                  "required": ["index", "relevance_score"]
                }
              }
            },
            "required": ["model", "object", "usage", "results"]
          },
          {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "index": {"type": "integer", "minimum": 0},
                "score": {"type": "number"},
                "text": {"type": "string"}
              },
              "required": ["index", "score"]
            }
          }
        ]
      },
      "Response": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "pattern": "^resp_"},
          "object": {"const": "response"},
          "created_at": {"type": "number", "minimum": 0},
          "completed_at": {"type": ["number", "null"], "minimum": 0},
          "status": {"type": "string", "enum": ["completed", "incomplete", "failed", "in_progress"]},
          "model": {"type": "string"},
          "output": {"type": "array", "items": {"$ref": "#/components/schemas/OutputItem"}},
          "parallel_tool_calls": {"type": "boolean"},
          "tool_choice": {"type": ["string", "object"]},
          "tools": {"type": "array"},
          "error": {"type": ["object", "null"]},
          "incomplete_details": {
            "type": ["object", "null"],
            "properties": {"reason": {"type": "string"}},
            "required": ["reason"]
          },
          "instructions": {"type": ["string", "null"]},
          "metadata": {"type": ["object", "null"]},
          "previous_response_id": {"type": ["string", "null"]},
          "temperature": {"type": ["number", "null"]},
          "top_p": {"type": ["number", "null"]},
          "usage": {"anyOf": [{"$ref": "#/components/schemas/ResponseUsage"}, {"type": "null"}]}
        },
        "required": [
          "id",
          "object",
          "created_at",
          "status",
          "model",
          "output",
          "parallel_tool_calls",
          "tool_choice",
          "tools",
          "error",
          "incomplete_details",
          "usage"
        ]
      },
      "ResponseFormat": {
        "anyOf": [
          {"type": "object", "properties": {"type": {"const": "text"}}, "required": ["type"]},
          {
            "type": "object",
            "properties": {
              "type": {"const": "json_object"},
              "schema": {"$ref": "#/components/schemas/JSONSchema"}
            },
            "required": ["type"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "json_schema"},
              "json_schema": {
                "type": "object",
                "properties": {
                  "name": {"type": "string"},
                  "description": {"type": "string"},
                  "schema": {"$ref": "#/components/schemas/JSONSchema"},
                  "strict": {"type": ["boolean", "null"]}
                },
                "required": ["schema"]
              }
            },
            "required": ["type", "json_schema"]
          }
        ]
      },
      "ResponseInputItem": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "type": {"const": "message"},
              "role": {"type": "string", "enum": ["user", "system", "developer", "assistant"]},
              "content": {
                "anyOf": [
                  {"type": "string"},
                  {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/ResponseInputPart"}
                  }
                ]
              }
            },
            "required": ["role", "content"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "function_call"},
              "id": {"type": "string"},
              "call_id": {"type": "string"},
              "name": {"type": "string"},
              "arguments": {"type": "string"}
            },
            "required": ["type", "call_id", "name", "arguments"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "function_call_output"},
              "call_id": {"type": "string"},
              "output": {
                "anyOf": [
                  {"type": "string"},
                  {
                    "type": "array",
                    "items": {"$ref": "#/components/schemas/ResponseInputPart"}
                  }
                ]
              }
            },
            "required": ["type", "call_id", "output"]
          },
          {
            "type": "object",
            "properties": {
              "type": {"const": "reasoning"},
              "id": {"type": "string"},
              "summary": {"type": "array"},
              "content": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {"type": {"const": "reasoning_text"}, "text": {"type": "string"}},
                  "required": ["type", "text"]
                }
              }
            },
            "required": ["type", "summary"]
          }
        ]
      },
      "ResponseInputPart": {
        "anyOf": [
          {
            "type": "object",
            "properties": {
              "type": {"type": "string", "enum": ["input_text", "output_text"]},
              "text": {"type": "string"}
            },
            "required": ["type", "text"]
          },
          {
            "description": "Refused unless the model reads images; addresses are fetched by a server with --image-urls.",
            "type": "object",
            "properties": {
              "type": {"const": "input_image"},
              "image_url": {"type": "string"},
              "detail": {"type": "string"}
            },
            "required": ["type", "image_url"]
          }
        ]
      },
      "ResponseRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "input": {
            "anyOf": [
              {"type": "string"},
              {"type": "array", "items": {"$ref": "#/components/schemas/ResponseInputItem"}, "minItems": 1}
            ]
          },
          "instructions": {"type": ["string", "null"]},
          "stream": {"type": ["boolean", "null"]},
          "max_output_tokens": {"type": ["integer", "null"], "minimum": 1},
          "temperature": {"type": ["number", "null"], "minimum": 0, "maximum": 2},
          "top_p": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
          "tools": {"type": "array", "items": {"$ref": "#/components/schemas/FlatTool"}},
          "tool_choice": {
            "anyOf": [
              {"type": "string", "enum": ["none", "auto", "required"]},
              {
                "type": "object",
                "properties": {"type": {"const": "function"}, "name": {"type": "string"}},
                "required": ["type", "name"]
              },
              {
                "type": "object",
                "properties": {
                  "type": {"const": "allowed_tools"},
                  "mode": {"type": "string", "enum": ["auto", "required"]},
                  "tools": {
                    "type": "array",
                    "items": {
                      "type": "object",
                      "properties": {"type": {"const": "function"}, "name": {"type": "string"}},
                      "required": ["type", "name"]
                    },
                    "minItems": 1
                  }
                },
                "required": ["type", "mode", "tools"]
              }
            ]
          },
          "parallel_tool_calls": {"type": ["boolean", "null"]},
          "text": {
            "type": "object",
            "properties": {
              "format": {
                "anyOf": [
                  {
                    "type": "object",
                    "properties": {"type": {"type": "string", "enum": ["text", "json_object"]}},
                    "required": ["type"]
                  },
                  {
                    "type": "object",
                    "properties": {
                      "type": {"const": "json_schema"},
                      "name": {"type": "string"},
                      "schema": {"$ref": "#/components/schemas/JSONSchema"},
                      "strict": {"type": ["boolean", "null"]}
                    },
                    "required": ["type", "schema"]
                  }
                ]
              }
            }
          },
          "reasoning": {
            "type": ["object", "null"],
            "properties": {
              "effort": {"anyOf": [{"$ref": "#/components/schemas/Effort"}, {"type": "null"}]},
              "summary": {"type": ["string", "null"]}
            }
          },
          "previous_response_id": {"type": ["string", "null"]},
          "store": {"type": ["boolean", "null"]},
          "metadata": {"type": ["object", "null"]},
          "user": {"type": "string"}
        },
        "required": ["input"]
      },
      "ResponseUsage": {
        "type": "object",
        "properties": {
          "input_tokens": {"type": "integer", "minimum": 0},
          "input_tokens_details": {
            "type": "object",
            "properties": {"cached_tokens": {"type": "integer", "minimum": 0}},
            "required": ["cached_tokens"]
          },
          "output_tokens": {"type": "integer", "minimum": 0},
          "output_tokens_details": {
            "type": "object",
            "properties": {"reasoning_tokens": {"type": "integer", "minimum": 0}},
            "required": ["reasoning_tokens"]
          },
          "total_tokens": {"type": "integer", "minimum": 0}
        },
        "required": [
          "input_tokens",
          "input_tokens_details",
          "output_tokens",
          "output_tokens_details",
          "total_tokens"
        ]
      },
      "Samplers": {
        "description": "The samplers that run, in the order of this list; the others are off.",
        "anyOf": [
          {
            "type": "array",
            "items": {
              "type": "string",
              "enum": [
                "penalties", "dry", "top_n_sigma", "top_k", "typ_p", "top_p", "min_p", "xtc", "temperature"
              ]
            }
          },
          {"type": "string", "pattern": "^e?d?s?k?y?p?m?x?t?$"},
          {"type": "null"}
        ]
      },
      "Slots": {
        "type": "array",
        "items": {
          "type": "object",
          "properties": {
            "id": {"type": "integer", "minimum": 0},
            "is_processing": {"type": "boolean"},
            "n_ctx": {"type": "integer", "minimum": 0}
          },
          "required": ["id", "is_processing"]
        }
      },
      "Success": {"type": "object", "properties": {"success": {"const": true}}, "required": ["success"]},
      "TemplateRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "messages": {"type": "array", "items": {"$ref": "#/components/schemas/ChatMessage"}, "minItems": 1},
          "tools": {"type": "array", "items": {"$ref": "#/components/schemas/Tool"}},
          "chat_template_kwargs": {"type": "object"}
        },
        "required": ["messages"]
      },
      "Timings": {
        "type": "object",
        "properties": {
          "cache_n": {"type": "integer", "minimum": 0},
          "prompt_n": {"type": "integer", "minimum": 0},
          "prompt_ms": {"type": "number", "minimum": 0},
          "prompt_per_token_ms": {"type": "number", "minimum": 0},
          "prompt_per_second": {"type": "number", "minimum": 0},
          "predicted_n": {"type": "integer", "minimum": 0},
          "predicted_ms": {"type": "number", "minimum": 0},
          "predicted_per_token_ms": {"type": "number", "minimum": 0},
          "predicted_per_second": {"type": "number", "minimum": 0}
        },
        "required": [
          "cache_n",
          "prompt_n",
          "prompt_ms",
          "prompt_per_token_ms",
          "prompt_per_second",
          "predicted_n",
          "predicted_ms",
          "predicted_per_token_ms",
          "predicted_per_second"
        ]
      },
      "TokenLogprob": {
        "type": "object",
        "properties": {
          "token": {"type": "string"},
          "logprob": {"type": "number", "maximum": 0},
          "bytes": {"type": ["array", "null"], "items": {"type": "integer", "minimum": 0, "maximum": 255}},
          "top_logprobs": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "token": {"type": "string"},
                "logprob": {"type": "number", "maximum": 0},
                "bytes": {
                  "type": ["array", "null"],
                  "items": {"type": "integer", "minimum": 0, "maximum": 255}
                }
              },
              "required": ["token", "logprob", "bytes"]
            }
          }
        },
        "required": ["token", "logprob", "bytes", "top_logprobs"]
      },
      "TokenizeRequest": {
        "type": "object",
        "properties": {
          "model": {"$ref": "#/components/schemas/Model"},
          "content": {"type": "string"},
          "add_special": {"type": "boolean"},
          "parse_special": {"type": "boolean"},
          "with_pieces": {"type": "boolean"}
        },
        "required": ["content"]
      },
      "Tokens": {
        "type": "object",
        "properties": {
          "tokens": {
            "type": "array",
            "items": {
              "anyOf": [
                {"type": "integer", "minimum": 0},
                {
                  "type": "object",
                  "properties": {
                    "id": {"type": "integer", "minimum": 0},
                    "piece": {
                      "anyOf": [
                        {"type": "string"},
                        {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 255}}
                      ]
                    }
                  },
                  "required": ["id", "piece"]
                }
              ]
            }
          }
        },
        "required": ["tokens"]
      },
      "Tool": {
        "type": "object",
        "properties": {
          "type": {"const": "function"},
          "function": {
            "type": "object",
            "properties": {
              "name": {"type": "string", "minLength": 1, "maxLength": 64},
              "description": {"type": "string"},
              "parameters": {"$ref": "#/components/schemas/JSONSchema"},
              "strict": {"type": ["boolean", "null"]}
            },
            "required": ["name"]
          }
        },
        "required": ["type", "function"]
      },
      "ToolCall": {
        "type": "object",
        "properties": {
          "id": {"type": "string"},
          "type": {"const": "function"},
          "function": {
            "type": "object",
            "properties": {
              "name": {"type": "string"},
              "arguments": {"description": "JSON text.", "type": "string"}
            },
            "required": ["name", "arguments"]
          }
        },
        "required": ["id", "type", "function"]
      },
      "ToolChoice": {
        "anyOf": [
          {"type": "string", "enum": ["none", "auto", "required"]},
          {"$ref": "#/components/schemas/ToolName"},
          {
            "type": "object",
            "properties": {
              "type": {"const": "allowed_tools"},
              "allowed_tools": {
                "type": "object",
                "properties": {
                  "mode": {"type": "string", "enum": ["auto", "required"]},
                  "tools": {"type": "array", "items": {"$ref": "#/components/schemas/ToolName"}, "minItems": 1}
                },
                "required": ["mode", "tools"]
              }
            },
            "required": ["type", "allowed_tools"]
          }
        ]
      },
      "ToolName": {
        "type": "object",
        "properties": {
          "type": {"const": "function"},
          "function": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
        },
        "required": ["type", "function"]
      },
      "Usage": {
        "type": "object",
        "properties": {
          "prompt_tokens": {
            "description": "The whole prompt, from the cache or not.",
            "type": "integer",
            "minimum": 0
          },
          "completion_tokens": {"type": "integer", "minimum": 0},
          "total_tokens": {"type": "integer", "minimum": 0},
          "prompt_tokens_details": {
            "type": "object",
            "properties": {"cached_tokens": {"type": "integer", "minimum": 0}},
            "required": ["cached_tokens"]
          },
          "completion_tokens_details": {
            "type": "object",
            "properties": {"reasoning_tokens": {"type": "integer", "minimum": 0}},
            "required": ["reasoning_tokens"]
          }
        },
        "required": [
          "prompt_tokens",
          "completion_tokens",
          "total_tokens",
          "prompt_tokens_details",
          "completion_tokens_details"
        ]
      }
    }
  }
}

"""##
}

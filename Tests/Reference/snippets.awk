# Converts the code blocks of a Markdown file to a Swift source. Declarations are placed at file scope, visible to later
# blocks; statements are placed in one function with nested scopes, so that each block sees the variables of earlier blocks
# and may shadow them. Variables: `kind`, the language of the blocks; `file`, the file name in error messages.

function flush_chunk() {
  if (chunk == "") return
  if (is_import) imports = imports location chunk
  else if (is_declaration) declarations = declarations location chunk
  else statements = statements location chunk
  chunk = ""
}

$0 ~ "^```" kind "$" { inside = 1; depth++; statements = statements "do {  // a block\n"; next }
inside && /^```$/ { inside = 0; flush_chunk(); manifest = 0; next }
!inside { next }

# Package manifests are written to a separate file.
/^\/\/ swift-tools-version/ { manifest = 1 }
manifest { print > manifest_file; next }

# A chunk begins at an unindented line, unless that continues the previous chunk.
/^[^ \t})\].]/ && !/^(case|default)/ && !goes_on {
  flush_chunk()
  location = "#sourceLocation(file: \"" file "\", line: " NR ")\n"
  is_import = /^(public )?import /
  is_declaration = 0
}
{
  if (/^[^ \t})\].]/ && /^(@[A-Za-z]+(\([^)]*\))? +)*(public |private |final |indirect )*(struct|enum|class|actor|protocol|extension|func|typealias) /)
    is_declaration = 1
  # An attribute on a separate line belongs to the next line.
  goes_on = /^@[A-Za-z]+(\(.*\))?$/
  chunk = chunk $0 "\n"
}

END {
  printf "%s%s\nfunc statements() async throws {\n%s", imports, declarations, statements
  for (; depth > 0; depth--) printf "}"
  printf "\n}\n"
}

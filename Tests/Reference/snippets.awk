# Makes a Swift source of the code blocks of a Markdown file. Declarations go to the file's scope, so that later blocks
# see them; statements go into one function, where each block sees the variables of those before and may hide them.
# Variables: `kind`, the language of the blocks; `file`, by which errors name the place.

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

# A manifest is not part of a program.
/^\/\/ swift-tools-version/ { manifest = 1 }
manifest { print > manifest_file; next }

# A chunk begins at a line that is not indented, unless the line goes on with what was begun.
/^[^ \t})\].]/ && !/^(case|default)/ && !goes_on {
  flush_chunk()
  location = "#sourceLocation(file: \"" file "\", line: " NR ")\n"
  is_import = /^(public )?import /
  is_declaration = 0
}
{
  if (/^[^ \t})\].]/ && /^(@[A-Za-z]+(\([^)]*\))? +)*(public |private |final |indirect )*(struct|enum|class|actor|protocol|extension|func|typealias) /)
    is_declaration = 1
  # An attribute on a line of its own belongs to the line that follows.
  goes_on = /^@[A-Za-z]+(\(.*\))?$/
  chunk = chunk $0 "\n"
}

END {
  printf "%s%s\nfunc statements() async throws {\n%s", imports, declarations, statements
  for (; depth > 0; depth--) printf "}"
  printf "\n}\n"
}

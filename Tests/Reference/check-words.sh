#!/usr/bin/env bash
# The words of the sources: no retired word, no doc comment that begins with a question word, and each term of GLOSSARY.md
# where that says it is.
# usage: Tests/Reference/check-words.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
status=0

fail() {
  echo "$1" >&2
  status=1
}

# Words that had a meaning in this code alone, with the field's term behind each.
retired=(
  ReadingPace:PrefillBudget GuessCost:SpeculationCost FollowingOdds:AcceptanceEstimator
  Errand:EngineCommand Inbox:RequestQueue StreamNews:StreamUpdate Shelf:FreeList Books:PageAccounting
  BranchSteps:ResidualEpilogue HeadSteps:QKVEpilogue ReasoningMeter:ReasoningBudgetTracker
  PredictionMeter:PerplexityMeter Inquiry:SessionRequest RemoteInquiry:RemoteRequest StopTexts:StopSequences
  MaskMaker:MaskBuilder turnstile:loadLock makeRoom:reserve askForBytes:prefetch giveUp:cancel
  goesOnFromKeptPlaces:requiresPrefixCheckpoints objection:validationError isReading:isPrefilling thinks:supportsReasoning
  wasDisturbed:wasModifiedExternally errand:command PassageIndex:NGramIndex DraftReading:DraftSequence
  ServedTokens:TokenStatistics QueryGrowth:AttentionTemperature RowCost:BatchRowCost Refusable:QueuedRequest
  MemoryWatch:MemoryPressureMonitor KeptPrefix:PrefixCacheFile ServerFault:ServerError
  HTTPAnswerReader:HTTPResponseParser AnswerReader:IncrementalAnswerParser PageGathering:HugePageCollapser
  FollowingReads:PrefetchTargets TableReader:WordReader PairStrip:PairRowTile StepMap:TransitionTable
  NumberMachine:NumberAutomata JSONPlace:JSONPathID ListedLetters:DeepSeekLetters JinjaTable:JinjaDict
  BalanceScanner:BracketScanner CallNumbers:CallIdentifiers SyntheticExtents:DecoderDimensions
  UntranslatableValue:UnsupportedValue continuedText:rawPrompt guessedTokens:draftTokens keptPages:cachedPages
  servedPages:activePages displacements:preemptions givenUp:cancelled takeErrands:takeCommands patience:timeout
  StringPlace:StringPosition guessed_tokens:draft_tokens
)
for pair in "${retired[@]}"; do
  word=${pair%%:*}
  if found=$(grep -rnw --include='*.swift' -e "$word" Sources Benchmarks/Sources Tests); then
    fail "retired word '$word', which is '${pair#*:}':"$'\n'"$found"
  fi
done

# The first line of a doc comment is one after a line that is none.
first_lines() { find Sources Benchmarks/Sources Tests -name '*.swift' -print0 | xargs -0 awk '
  FNR == 1 { inside = 0 }
  /^ *\/\/\/ / { if (!inside) print FILENAME ":" FNR ": " $0; inside = 1; next }
  /^ *\/\/\// { inside = 1; next }
  { inside = 0 }'; }
if found=$(first_lines | grep -E '/// (What|How|Whether|Where|Who|Whoever|Nobody|Somebody)\b'); then
  fail "doc comments that do not say what a thing is or does:"$'\n'"$found"
fi

terms=0
while IFS= read -r name; do
  terms=$((terms + 1))
  type=${name%%.*} member=
  [[ $name == *.* ]] && member=${name##*.}
  files=$(grep -rlE --include='*.swift' "(struct|class|enum|protocol|actor) $type\b|extension ([A-Za-z]+\.)*$type\b" Sources) ||
    { fail "GLOSSARY.md: there is no type '$type'"; continue; }
  [[ -z $member ]] || grep -qE "(var|let|func|case) $member\b" $files || fail "GLOSSARY.md: '$type' has no '$member'"
done < <(awk -F'|' '/^\| / && NR > 6 { print $5 }' GLOSSARY.md | grep -oE '`[A-Za-z0-9_.]+`' | tr -d '`')
((terms >= 40)) || fail "GLOSSARY.md: only $terms terms were found"

((status)) || echo "words: $terms terms found, ${#retired[@]} retired words absent"
exit $status

/// The filters by name.
///
/// These are the deterministic filters of Jinja2, `tojson` as in `transformers`, and `from_json`, which some templates
/// for other engines use.
enum JinjaFilters {
  typealias Filter =
    @Sendable (JinjaRun, JinjaRuntimeValue, JinjaArguments) throws(JinjaFault) -> JinjaRuntimeValue

  static func named(_ name: String) -> Filter? { name.isShortName ? all[name] : nil }

  private static let all: [String: Filter] = {
    var all = strings
    for part in [numbers, selection, ordering, conversions] { all.merge(part) { first, _ in first } }
    return all
  }()

  private static let strings: [String: Filter] = [
    "upper": upper, "lower": lower, "capitalize": capitalize, "title": title, "trim": trim, "replace": replace,
    "indent": indent, "center": center, "truncate": truncate, "wordcount": wordCount, "format": format,
    "escape": escape, "e": escape, "forceescape": escape, "safe": safe, "striptags": stripTags,
    "urlencode": urlEncode, "string": string,
  ]

  private static let numbers: [String: Filter] = [
    "abs": abs, "int": int, "float": float, "round": round, "sum": sum, "filesizeformat": formatFileSize,
  ]

  private static let selection: [String: Filter] = [
    "map": map, "select": select, "reject": reject, "selectattr": selectMember, "rejectattr": rejectMember,
    "first": first, "last": last, "attr": member, "default": fallback, "d": fallback,
  ]

  private static let ordering: [String: Filter] = [
    "sort": sort, "dictsort": dictSort, "unique": unique, "reverse": reverse, "min": minimum, "max": maximum,
    "groupby": group, "batch": batch, "slice": slices,
  ]

  private static let conversions: [String: Filter] = [
    "length": length, "count": length, "list": list, "items": items, "join": join, "tojson": toJSON,
    "from_json": fromJSON, "pprint": prettyPrint,
  ]
}

extension String {
  /// True if the text may be the name of a filter, test or method: to look up a long one would take long.
  var isShortName: Bool { utf8.count < 64 }
}

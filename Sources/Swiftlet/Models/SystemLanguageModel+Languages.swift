public import Foundation

extension SystemLanguageModel {
  /// The languages declared in the model's file; empty if there are none or the model is not available.
  ///
  /// Loads the weights synchronously if they are not in memory.
  public final var supportedLanguages: Set<Locale.Language> {
    Set((current?.languages ?? []).map { Locale.Language(identifier: $0) })
  }

  /// Returns whether the model supports the language of a locale.
  ///
  /// Regions and scripts are ignored. A model that declares no languages is assumed to support all of them, and
  /// requests are never rejected for their language.
  ///
  /// - Parameter locale: The locale.
  /// - Returns: True if its language is among ``supportedLanguages``, or if those are not known.
  public final func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    let languages = supportedLanguages
    guard !languages.isEmpty else { return isAvailable }
    return languages.contains { $0.languageCode == locale.language.languageCode }
  }
}

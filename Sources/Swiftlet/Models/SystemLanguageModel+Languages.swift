public import Foundation

extension SystemLanguageModel {
  /// The languages that the model's file says it knows, or none if it does not say or the model is not available.
  ///
  /// Loads the weights if they are not in memory, while the caller waits.
  public final var supportedLanguages: Set<Locale.Language> {
    Set((current?.languages ?? []).map { Locale.Language(identifier: $0) })
  }

  /// Tells whether the model knows the language of a locale.
  ///
  /// Regions and scripts make no difference. A model that does not say what it knows is given the benefit of the doubt,
  /// and no request is turned away for its language.
  ///
  /// - Parameter locale: The locale.
  /// - Returns: Whether its language is among ``supportedLanguages``, or those are not known.
  public final func supportsLocale(_ locale: Locale = Locale.current) -> Bool {
    let languages = supportedLanguages
    guard !languages.isEmpty else { return isAvailable }
    return languages.contains { $0.languageCode == locale.language.languageCode }
  }
}

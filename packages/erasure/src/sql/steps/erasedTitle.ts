/** The title of an issue, or of one of its fingerprints, of which no exception is left to take one from. */
export const ERASED_TITLE = '(erased)';

/** The title of an issue, or of one of its fingerprints, without any exception that could provide one. */
export const ERASED_TITLE = '(erased)';

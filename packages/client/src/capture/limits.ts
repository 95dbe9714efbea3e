// Without imports, so that bundlers write the numbers in place of the names.

/** Maximum depth of causes. */
export const MOST_CAUSES = 8;
/** Maximum errors of an `AggregateError`. */
export const MOST_ERRORS = 5;
/** Approximate maximum of errors in a tree of causes. */
export const MOST_DESCRIBED = 30;
/** Maximum characters of a message; the server keeps no more. */
export const LONGEST_MESSAGE = 8_192;
/** Maximum characters of a stack; the server keeps no more. */
export const LONGEST_STACK = 65_536;
/** Maximum characters of a thrown object that is not an error. */
export const LONGEST_OBJECT = 2_048;

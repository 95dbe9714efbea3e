const MAPPINGS = /"mappings"\s{0,9}:\s{0,9}"/;

/**
 * Returns the text of a map with a debug id, in both spellings that tools read, and moved down by lines that were put before the
 * code. Nothing is parsed: quotes within texts are escaped, so that they do not look like the field.
 */
export const nameMap = (text: string, debugId: string, lines = 0): string =>
  text.replace(MAPPINGS, (field) => `"debugId":"${debugId}","debug_id":"${debugId}",${field}${';'.repeat(lines)}`);

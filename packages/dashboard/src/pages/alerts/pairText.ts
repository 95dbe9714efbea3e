/** A name and its value. */
interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Returns the pairs of a text with one `name=value` a line. A line without `=` has an empty value, which the API refuses. */
export const readPairs = (text: string): readonly Pair[] =>
  readLines(text).map((line) => {
    const at = line.indexOf('=');
    return at === -1 ? { key: line, value: '' } : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });

/** Returns pairs as a text that {@link readPairs} reads. */
export const joinPairs = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');

/** Returns the lines of a text without blanks around them and without empty ones. */
export const readLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

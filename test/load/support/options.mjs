// Command-line options of the bench, made of the parts' defaults. Pure.

const typeOf = (value) => (typeof value === 'boolean' ? 'boolean' : 'string');
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Options for `parseArgs`: every option of every part (`heapBytes` as `--heap-bytes`), without defaults, because
 * those differ by part.
 */
export function argumentOptions(parts) {
  const entries = parts.flatMap(({ defaults }) => Object.entries(defaults));
  return Object.fromEntries(entries.map(([name, value]) => [dashed(name), { type: typeOf(value) }]));
}

/**
 * Returns the options of one part: its defaults, overridden by given values.
 *
 * @throws if a number is expected and something else was given
 */
export function partOptions({ defaults }, given) {
  const read = ([name, value]) => {
    const text = given[dashed(name)];
    if (text === undefined) return [name, value];
    if (typeof value !== 'number') return [name, text];
    const number = Number(text);
    if (text === '' || !(number >= 0)) throw new Error(`--${dashed(name)} ${text}: must be a number of at least 0`);
    return [name, number];
  };
  return Object.fromEntries(Object.entries(defaults).map(read));
}

/** The lines of `--help`. */
export function helpLines(parts) {
  const lines = parts.flatMap(({ name, summary, isShort, defaults }) => {
    const options = Object.entries(defaults).map(([key, value]) =>
      typeof value === 'boolean' ? `[--${dashed(key)}]` : `[--${dashed(key)} ${value}]`,
    );
    return [`  ${name}${isShort ? '' : ' (only when named)'}: ${summary}`, `    ${options.join(' ')}`];
  });
  return ['npm run bench -- [part…] [--no-save] [options]', ...lines];
}

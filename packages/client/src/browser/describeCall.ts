import { describeValue } from './describeValue.js';

const MOST_VALUES = 10;

/** Formats a console call as one line, with substitutions such as `%s`; at most ten values. */
export function describeCall(args: readonly unknown[]): string {
  const [first = '', ...rest] = args.slice(0, MOST_VALUES).map(describeValue);
  const text = first.replace(/%([a-z%])/gi, (mark, letter: string) => {
    const value = letter === '%' ? undefined : rest.shift();
    // `%c` is a style.
    return letter === 'c' && value !== undefined ? '' : (value ?? mark);
  });
  return [text, ...rest].join(' ');
}

import { describeValue } from './describeValue.js';

const MOST_VALUES = 10;

/** What a call of the console says, of ten values at most: in one line, with what stands for `%s` and its like put in. */
export function describeCall(args: readonly unknown[]): string {
  const [first = '', ...rest] = args.slice(0, MOST_VALUES).map(describeValue);
  const text = first.replace(/%([a-z%])/gi, (mark, letter: string) => {
    const value = letter === '%' ? undefined : rest.shift();
    // A style.
    return letter === 'c' && value !== undefined ? '' : (value ?? mark);
  });
  return [text, ...rest].join(' ');
}

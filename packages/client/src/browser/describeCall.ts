import { describeValue } from './describeValue.js';

const MOST_VALUES = 10;

/** What a call of the console says, of ten values at most: in one line, with what stands for `%s` and its like put in. */
export function describeCall(args: readonly unknown[]): string {
  const [first, ...rest] = args.slice(0, MOST_VALUES);
  const text = describeValue(first).replace(/%([a-z%])/gi, (mark, letter: string) => {
    if (letter === '%' || rest.length === 0) return mark;
    const value = rest.shift();
    // A style.
    return letter === 'c' ? '' : describeValue(value);
  });
  return [text, ...rest.map((one) => describeValue(one))].join(' ');
}

import { describeValue } from './describeValue.js';

/** What a call of the console says: in one line, with what stands for `%s` and its like put in. */
export function describeCall([first, ...rest]: readonly unknown[]): string {
  const text = describeValue(first).replace(/%([a-z%])/gi, (mark, letter: string) => {
    if (letter === '%' || rest.length === 0) return mark;
    const value = rest.shift();
    // A style.
    return letter === 'c' ? '' : describeValue(value);
  });
  return [text, ...rest.map((one) => describeValue(one))].join(' ');
}

import { describe, expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { tokenize } from './tokens.js';

const textsOf = (text: string): readonly string[] => tokenize(text).tokens.map((token) => token.text);

describe('tokens', () => {
  test.each<[string, readonly string[]]>([
    ['a => b', ['a', '=>', 'b']],
    ['a >= b === c', ['a', '>=', 'b', '===', 'c']],
    ['a?.b ?? c', ['a', '?.', 'b', '?', '?', 'c']],
    ['x = y', ['x', '=', 'y']],
    ['this.#count += 1.5e3', ['this', '.', '#count', '+=', '1.5e3']],
    ['größe(日本)', ['größe', '(', '日本', ')']],
    [`'it\\'s {' + "(" + '('`, ["it\\'s {", '+', '(', '+', '(']],
    ['a // { comment\nb /* ( */ c', ['a', 'b', 'c']],
    ['a = /[/{]\\/(/g.test(b)', ['a', '=', '/[/{]\\/(/g', '.', 'test', '(', 'b', ')']],
    ['a / b / {', ['a', '/', 'b', '/', '{']],
    ['return /{/', ['return', '/{/']],
    ['</div>', ['<', '/', 'div', '>']],
    ['`a ${b + `c ${d}`} {`', ['a ', '${', 'b', '+', 'c ', '${', 'd', '}', '', '}', ' {']],
    ['`${{ a: 1 }}` }', ['', '${', '{', 'a', ':', '1', '}', '}', '', '}']],
    [`<p>don't {a}\n</p>`, ['<', 'p', '>', 'don', "'", 't', '{', 'a', '}', '<', '/', 'p', '>']],
  ])('of %j', (text, expected) => {
    expect(textsOf(text)).toEqual(expected);
  });

  test('know where lines begin', () => {
    expect(tokenize('a b\nc /*\n*/ d').tokens.map(({ startsLine }) => startsLine)).toEqual([true, false, true, true]);
  });

  test.each([
    ['a `text', false],
    ['a `text ${b', true],
    ['a `text ${b} text', false],
    ['a /* text', false],
    ['a // text', true],
  ])('of %j end in code: %j', (text, isCode) => {
    expect(tokenize(text).isCode).toBe(isCode);
  });

  test('take time in proportion to the length of the text', () => {
    const parts = ["'", '"\\', '`', '/', '=/', '=/[', '[', '${', '`${', '\\', '=', '-', 'a ', '\n', '💥', '#', 'ab'];
    const ms = cpuMs(() => {
      for (const part of parts) tokenize(part.repeat(100_000 / part.length));
    });
    expect(ms).toBeLessThan(5_000);
  });
});

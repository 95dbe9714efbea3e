import { expect, test } from '@jest/globals';
import { indentJson } from './indentJson';

test.each([
  ['{"a":{"b":[1]}}', '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}'],
  ['{"message":"cut of', '{"message":"cut of'],
  ['', ''],
])('%s is shown as %s', (text, shown) => {
  expect(indentJson(text)).toBe(shown);
});

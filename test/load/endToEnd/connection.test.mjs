import { expect, test } from '@jest/globals';
import { readAnswer } from './connection.mjs';

const ANSWER = 'HTTP/1.1 202 Accepted\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n';

test('a response is complete when its whole body has arrived', () => {
  expect(readAnswer('HTTP/1.1 202 Acc')).toBeUndefined();
  expect(readAnswer(`${ANSWER}{"a`)).toBeUndefined();
  expect(readAnswer(`${ANSWER}{"a}`)).toEqual({ status: 202, text: '{"a}' });
  expect(readAnswer('HTTP/1.1 503 No\r\n\r\n')).toEqual({ status: 503, text: '' });
});

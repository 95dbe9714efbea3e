import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const HOSTILE = [
  '@',
  'a@',
  'a@b.',
  'a.',
  '%40',
  '://',
  '://a',
  '=',
  'password=',
  'password="',
  'password=\\"',
  'a:',
  'eyJ-',
  'eyJ00000000.',
  'bearer ',
  '1',
  '1 ',
  '4111 ',
  '4111-1111 ',
  'x'.repeat(64),
  'é@é.',
  '%41',
  '%2525',
  'pwd%253D1%2526',
  'pass',
  'token="\\',
  '-----BEGIN PRIVATE KEY-----',
  ' -----BEGIN PRIVATE KEY----- aaaaaaaaaaaaaaaa',
  'git@a.b:',
  '?token=:1:1',
  'token","value":',
  'eyJ-eyJ_',
  'eyJ00000000.00.',
  'ZXlK/',
  'ghp_',
  'glpat-',
  'sk-',
  'sk-ant-',
  'xoxb-',
  'pat.aaaaaaaaaaaaaaaaaaaaaa.',
  'sc_aaaaa.aaaa.acc_aaaaaaaaaa.',
  's.abcdefghijkl.',
  '123456789012345|',
  'abc8Q~',
  'abcdef_',
  'a'.repeat(32) + '-us',
  '12345:A',
  'DE89 3704 0044 0532 0130 0',
  'DE89',
  '?code=',
  '&sig=a',
  'curl -u a:',
  ' -u a',
  '-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: ',
  '-----BEGIN PRIVATE KEY-----\nDEK-Info: a b c\n',
  `-----BEGIN PRIVATE KEY-----${' '.repeat(40)}`,
  '\\n'.repeat(3),
  'otp=',
  'session={',
  'pwd=/',
  'pass=12',
  'pin=1:',
  'pass="1',
  'session={\\n',
  'connect.sid=',
  'sls_',
  '" value=',
  'name="pin" value="',
];

const LENGTH = 1_000;
const TIMES = 8;
/** Quadratic work would be 64 times as much. */
const MOST = 12;

test('the work grows with the text, whatever it is', () => {
  const texts = HOSTILE.map((piece) => piece.repeat(Math.ceil(LENGTH / piece.length)));
  const once = countsOf(texts);
  const often = countsOf(texts.map((text) => text.repeat(TIMES)));
  const grown = HOSTILE.filter((_piece, index) => (often[index] ?? 0) > MOST * ((once[index] ?? 0) + 1));
  expect(grown).toEqual([]);
  // It counts, and expressions too.
  expect(Math.min(...often)).toBeGreaterThan(0);
}, 120_000);

function countsOf(texts: readonly string[]): readonly number[] {
  const input = JSON.stringify({ file: join(import.meta.dirname, 'scrubText.ts'), name: 'scrubText', texts });
  const program = join(import.meta.dirname, '../../testing/countWork.mjs');
  return JSON.parse(execFileSync(process.execPath, [program], { input, encoding: 'utf8' })) as number[];
}

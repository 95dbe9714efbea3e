import { expect, test } from '@jest/globals';
import { CliError } from '../cliError.js';
import { nameOptions } from './nameOptions.js';

const NAMES = [
  ['name', '<name>'],
  ['conditions', '--when'],
  ['filters.levels', '--level'],
  ['secrets.url', '--secret-file', 'URL'],
  ['secrets.token', '--secret-file', 'token'],
] as const;

test.each([
  ['name: must not be empty.', '<name>: must not be empty.'],
  ['conditions is required.', '--when is required.'],
  [
    'conditions[1].above: must be a number; filters.levels: must be levels.',
    '--when 2, above: must be a number; --level (not given): must be levels.',
  ],
  ['secrets.url: must be an https URL.', '--secret-file (not given): must be an https URL.'],
  ['names: stay; ids of other fields stay.', 'names: stay; ids of other fields stay.'],
])('the message "%s" names options instead of fields', (message, expected) => {
  expect(named(message)).toBe(expected);
});

test('an error of an option is reported for that option, not for the unused other field', () => {
  const message = 'secrets.url: is not a field of a destination "pagerduty"; secrets.token: must be a key.';
  expect(named(message, { secretFile: 'a.txt' })).toBe('--secret-file: the token in a.txt must be a key.');
});

test('a problem with the content of a file says what is in which file', () => {
  const message = 'secrets.url: must be a public address, unless it is allowed.';
  expect(named(message, { secretFile: 'url.txt' })).toBe(
    '--secret-file: the URL in url.txt must be a public address, unless it is allowed.',
  );
  expect(named(message, { secretFile: '-' })).toBe(
    '--secret-file: the URL from stdin must be a public address, unless it is allowed.',
  );
});

test('fields of a file keep their names, and other errors stay', () => {
  expect(named('conditions is required.', { file: 'rule.json' })).toBe('conditions is required.');
  const other = new CliError('failed', 'name: x');
  expect(nameOptions(other, NAMES, { options: {} })).toBe(other);
});

function named(message: string, options: Readonly<Record<string, string>> = {}): string {
  const given = { options, lists: { when: ['new_issue'] } };
  return (nameOptions(new CliError('invalid', message, 2), NAMES, given) as CliError).message;
}

import { expect, test } from '@jest/globals';
import { createReporter } from './reporter.js';

test.each([
  [{}, 'sluice: warning: one\nsluice: two\n'],
  [{ debug: true }, 'sluice: warning: one\nsluice: two\nsluice: three\n'],
  [{ silent: true, debug: true }, ''],
])('the reporter prints a message once with %j', (options, expected) => {
  expect(spoken(options)).toBe(expected);
});

function spoken(options: { readonly silent?: boolean; readonly debug?: boolean }): string {
  const lines: string[] = [];
  const report = createReporter(options, (text) => lines.push(text));
  report.warn('one');
  report.warn('one');
  report.info('two');
  report.debug('three');
  return lines.join('');
}

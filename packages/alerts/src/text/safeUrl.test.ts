import { expect, test } from '@jest/globals';
import { safeUrl } from './safeUrl.js';

test('a link that is too long for a platform is left out', () => {
  const url = `https://sluice.example/acme/web/releases/${encodeURIComponent('リ'.repeat(250))}`;
  expect(safeUrl(url)).toBeUndefined();
  expect(safeUrl(url.slice(0, 2048))).toBe(url.slice(0, 2048));
});

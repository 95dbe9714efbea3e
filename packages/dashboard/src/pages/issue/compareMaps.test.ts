import { expect, test } from '@jest/globals';
import { compareMaps } from './compareMaps';

test.each([
  ['a release without maps', [], 'upload them with the same release'],
  ['a file in another directory', ['static/app.js'], '"static/app.js" is uploaded, the same file in another directory'],
  ['a file of another build', ['assets/app.77ce02d4.js'], 'its hash differs'],
  ['other files', ['a.js', 'b.js', 'c.js', 'd.js'], 'maps of "a.js", "b.js", "c.js", and others'],
])('the comparison of maps explains %s', (_case, filenames, expected) => {
  expect(
    compareMaps(filenames[0] === 'static/app.js' ? 'assets/app.js' : 'assets/app.c4a91e07.js', {
      hasRelease: true,
      filenames,
    }),
  ).toContain(expected);
});

test('the comparison of maps explains a release that is not known', () => {
  expect(compareMaps('a.js', { hasRelease: false, filenames: [] })).toContain('release is unknown');
});

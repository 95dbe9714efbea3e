import { storedFilename } from '@sluice/uploader';
import { describe, expect, test } from '@jest/globals';
import { compareFilenames } from './compareFilenames.js';
import { prefixAdvice, prefixFor } from './prefixFor.js';

describe('the prefix that a file lacks', () => {
  test.each([
    ['static/js/app.js', 'js/app.js', 'static/'],
    ['./src/a.js', 'src/a.js', '/./'],
    ['/app.js', 'app.js', '//'],
    ['../a.js', 'a.js', '../'],
    ['././a.js', 'a.js', '/././'],
    ['~/a.js', 'a.js', '/~/'],
    ['x://y/a.js', 'a.js', '/x://y/'],
  ])('of %j, if %j is uploaded, is %j', (requested, name, expected) => {
    const prefix = prefixFor(requested, name);
    expect(prefix).toBe(expected);
    // Following the advice must yield the name that the frame requests, so that the next advice is not the same.
    expect(storedFilename(`${prefix}${name}`)).toBe(requested);
    expect(compareFilenames(requested, [name]).why).toContain(
      `Upload with ${prefixAdvice(prefix)}, in front of the current prefix`,
    );
  });

  test.each([
    ['static/', "--url-prefix static/ (the plugin's urlPrefix)"],
    ['/./', "--url-prefix /./ (the first / is removed; the plugin's urlPrefix cannot express it)"],
    ['/~/', "--url-prefix /~/ (the first / is removed; the plugin's urlPrefix)"],
    ['//', "--url-prefix // (the first / is removed; the plugin's urlPrefix cannot"],
    ['../', "--url-prefix ../ (the plugin's urlPrefix cannot express it)"],
    ['a b/', "--url-prefix 'a b/' (the plugin's urlPrefix cannot express it)"],
    ["it's/", "--url-prefix 'it'\\''s/' (the plugin's urlPrefix)"],
  ])('%j is given as %s', (prefix, expected) => {
    expect(prefixAdvice(prefix)).toContain(expected);
  });
});

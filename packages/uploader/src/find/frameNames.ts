/** What a URL's parser would take for something else, or leave out. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const SPECIAL = /[%?#\\\u0000-\u001f]/g;
/** What the service does not take in a name, and what ends the path of a frame: no frame has such a name as it is. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const NEVER_RAW = /[?#\u0000-\u001f\u007f]/;

/** What comes before the path of an address. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i;

/**
 * The names that each file may have in stack frames, with the prefix. The first is percent-encoded as in the URLs of
 * browsers and modules. A name with brackets has a second one: browsers leave them, frameworks that route by file names
 * encode them. The last is the name as it is, which CommonJS frames and the SDK for Node have; it is left out where it
 * is the encoded name of another file (`a%20b.js` beside `a b.js`).
 */
export function frameNames(files: readonly string[], urlPrefix = ''): readonly (readonly string[])[] {
  const prefix = urlPrefix === '' || urlPrefix.endsWith('/') ? urlPrefix : `${urlPrefix}/`;
  // Of an address the service keeps the path, and nothing but a path may be raw.
  const origin = ORIGIN.exec(prefix)?.[0] ?? '';
  const directory = prefix.slice(origin.length);
  const paths = files.map((file) => encodedAs(file).map((name) => `${encoded(directory)}${name}`));
  const taken = new Set(paths.flat());
  return paths.map((encodedPaths, index) => {
    const raw = `${decoded(directory)}${files[index] ?? ''}`;
    const names = encodedPaths.map((path) => `${origin}${path}`);
    return taken.has(raw) || NEVER_RAW.test(raw) ? names : [...names, raw];
  });
}

function encodedAs(file: string): readonly string[] {
  const inUrls = new URL(`http://host/${file.replace(SPECIAL, encodeURIComponent)}`).pathname.slice(1);
  return /[[\]]/.test(file) ? [inUrls, file.split('/').map(encodeURIComponent).join('/')] : [inUrls];
}

/** Blanks, quotes and what is not ASCII percent-encoded; what is encoded already stays, and so do `.` and `..`. */
const encoded = (prefix: string): string =>
  prefix.replace(/[^\x21-\x7e]+|["<>`{}]/gu, (text) => encodeURIComponent(text));

function decoded(prefix: string): string {
  try {
    return decodeURIComponent(prefix);
  } catch {
    return prefix;
  }
}

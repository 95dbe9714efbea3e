/** Characters that a URL parser would interpret or drop. */
// eslint-disable-next-line no-control-regex -- the expression matches control characters on purpose
const SPECIAL = /[%?#\\\u0000-\u001f]/g;
/** Characters that the service refuses in names or that end the path of a frame. */
// eslint-disable-next-line no-control-regex -- the expression matches control characters on purpose
const NEVER_RAW = /[?#\u0000-\u001f\u007f]/;

/** The part of a URL before its path. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/]*/i;

/**
 * Returns the names that each file may have in stack frames, with the prefix. The first is percent-encoded as in URLs of browsers
 * and modules. A name with brackets has a second form: browsers keep them, frameworks that route by file name encode them. The
 * last is the raw name, as in CommonJS frames and the SDK for Node; it is omitted if it equals the encoded name of another file
 * (`a%20b.js` beside `a b.js`).
 */
export function frameNames(files: readonly string[], urlPrefix = ''): readonly (readonly string[])[] {
  const prefix = urlPrefix === '' || urlPrefix.endsWith('/') ? urlPrefix : `${urlPrefix}/`;
  // The service reduces URLs to their paths, and only paths may be raw.
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

/** Percent-encodes blanks, quotes and non-ASCII characters; encoded parts, `.` and `..` stay. */
const encoded = (prefix: string): string =>
  prefix.replace(/[^\x21-\x7e]+|["<>`{}]/gu, (text) => encodeURIComponent(text));

function decoded(prefix: string): string {
  try {
    return decodeURIComponent(prefix);
  } catch {
    return prefix;
  }
}

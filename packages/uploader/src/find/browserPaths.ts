/** What a URL's parser would take for something else, or leave out. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const SPECIAL = /[%?#\\\u0000-\u001f]/g;

/**
 * What a file is called in the URLs of stack traces: prefix and path, percent-encoded as browsers do it. A name with
 * brackets has two: browsers leave them, and frameworks that route by file names write them encoded.
 */
export function browserPaths(file: string, urlPrefix = ''): readonly string[] {
  const prefix = urlPrefix === '' || urlPrefix.endsWith('/') ? urlPrefix : `${urlPrefix}/`;
  const asBrowsers = new URL(`http://host/${file.replace(SPECIAL, encodeURIComponent)}`).pathname.slice(1);
  const paths = /[[\]]/.test(file) ? [asBrowsers, file.split('/').map(encodeURIComponent).join('/')] : [asBrowsers];
  return paths.map((path) => `${prefix}${path}`);
}

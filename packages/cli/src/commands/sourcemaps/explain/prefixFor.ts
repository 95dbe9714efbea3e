import { urlOf } from '@sluice/runtime';
import { storedFilename } from '@sluice/uploader';

/**
 * Returns the `--url-prefix` with which a file uploaded as `name` is stored as `requested`, which ends with `name`. The service
 * removes one leading `/` or `./`; a prefix that begins with one of them gets another `/`.
 */
export function prefixFor(requested: string, name: string): string {
  const prefix = requested.slice(0, requested.length - name.length);
  // A leading `~` is refused: other services use it for the origin.
  const isKept = !prefix.startsWith('~') && storedFilename(`${prefix}${name}`) === requested;
  return isKept ? prefix : `/${prefix}`;
}

/** Describes how to give the prefix, on the command line and in the plugin. */
export function prefixAdvice(prefix: string): string {
  const word = /^[\w./:@%+,~-]+$/.test(prefix) ? prefix : `'${prefix.replaceAll("'", "'\\''")}'`;
  const kept = prefix.replace(/^\//, '');
  // The plugin takes a URL, whose path is normalized.
  const isPath = urlOf(prefix, HOST)?.pathname === `/${kept}`;
  const beside = [
    ...(kept === prefix ? [] : ['the first / is removed']),
    isPath ? "the plugin's urlPrefix" : "the plugin's urlPrefix cannot express it",
  ];
  return `--url-prefix ${word} (${beside.join('; ')})`;
}

const HOST = 'http://host/';

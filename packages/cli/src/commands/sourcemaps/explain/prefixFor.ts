import { storedFilename } from '@sluice/uploader';

/**
 * The `--url-prefix` under which a file that is uploaded as `name` would be stored as `wanted`, which ends with it.
 * The service removes one leading `/` or `./`: where the prefix begins with one of them, another `/` stands before it.
 */
export function prefixFor(wanted: string, name: string): string {
  const prefix = wanted.slice(0, wanted.length - name.length);
  // `~` at its beginning is refused: it is how other services write an origin.
  const isKept = !prefix.startsWith('~') && storedFilename(`${prefix}${name}`) === wanted;
  return isKept ? prefix : `/${prefix}`;
}

/** How a prefix is given, for people: on the command line, and in the plugin where that takes it as it is. */
export function prefixAdvice(prefix: string): string {
  const word = /^[\w./:@%+,~-]+$/.test(prefix) ? prefix : `'${prefix.replaceAll("'", "'\\''")}'`;
  const kept = prefix.replace(/^\//, '');
  // The plugin's is an address, whose path is normalised.
  const isPath = URL.canParse(prefix, HOST) && new URL(prefix, HOST).pathname === `/${kept}`;
  const beside = [
    ...(kept === prefix ? [] : ['its first / is removed']),
    isPath ? "the plugin's urlPrefix" : "the plugin's urlPrefix cannot say that",
  ];
  return `--url-prefix ${word} (${beside.join('; ')})`;
}

const HOST = 'http://host/';

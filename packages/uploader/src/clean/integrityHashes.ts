import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';

/** File types that may contain integrity hashes. */
const NAMES_OTHERS = /\.(?:html?|[cm]?js|json|webmanifest)$/i;
const HASH = /\bsha(?:256|384|512)-[A-Za-z0-9+/]{43,86}={0,2}/g;
const READS = 16;

/** Whether one of `files` contains the integrity hash of this file, so that browsers would reject a changed file. */
export async function integrityHashes(
  root: string,
  files: readonly string[],
): Promise<(absolute: string) => Promise<boolean>> {
  const naming = files.filter((file) => NAMES_OTHERS.test(file));
  const found = await pLimit(READS).map(naming, async (file) => {
    const text = await readFile(path.join(root, file), 'latin1').catch(() => '');
    return Array.from(text.matchAll(HASH), ([hash]) => hash);
  });
  const known = new Set(found.flat());
  return async (absolute) => {
    if (known.size === 0) return false;
    const bytes = await readFile(absolute);
    return ['sha256', 'sha384', 'sha512'].some((name) =>
      known.has(`${name}-${createHash(name).update(bytes).digest('base64')}`),
    );
  };
}

interface Stored {
  readonly hasRelease: boolean;
  /** Filenames of the maps of the release. */
  readonly filenames: readonly string[];
}

const MOST = 3;

const lastOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** A name without the hash that a bundler adds: `app.c4a91e07.js` and `app-x8Bq2f9_.js` are `app.js`. */
const withoutHash = (name: string): string => name.replace(/[.-][\w-]{6,}(?=\.[a-z]+$)/i, '');

/** Says what differs between the map that a frame needs and those that its release has, the likeliest mistake first. */
export function compareMaps(needed: string, { hasRelease, filenames }: Stored): string {
  if (!hasRelease)
    return 'The release is unknown: it has no events and no uploads. Its name must be that of the upload.';
  if (filenames.length === 0) return 'The release has no maps: upload them with the same release as that of the SDK.';
  const elsewhere = filenames.find((name) => lastOf(name) === lastOf(needed));
  if (elsewhere !== undefined) {
    return `"${elsewhere}" is uploaded, the same file in another directory: check --url-prefix (the plugin\u2019s urlPrefix).`;
  }
  const otherBuild = filenames.find((name) => withoutHash(name) === withoutHash(needed));
  if (otherBuild !== undefined) {
    return `"${otherBuild}" is uploaded, but its hash differs: upload the maps of the deployed build.`;
  }
  const names = filenames.slice(0, MOST).map((name) => `"${name}"`);
  const more = filenames.length > MOST ? ', and others' : '';
  return `The release has maps of ${names.join(', ')}${more}: this file belongs to a third party, or its map was not uploaded.`;
}

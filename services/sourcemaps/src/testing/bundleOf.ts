import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

/** A file of a bundle. Fields that are not set are made as sentry-cli does. */
export interface BundleFile {
  readonly name: string;
  readonly bytes: string | Uint8Array;
  /** Inflated size, if it should lie. */
  readonly size?: number;
  /** Bytes that are stored instead of the deflated ones. */
  readonly stored?: Uint8Array;
  /** Flags of the entry; 1: encrypted. */
  readonly flags?: number;
  /** Compression method; 8: deflate. */
  readonly method?: number;
  /** Comment in the directory of the ZIP. */
  readonly comment?: string;
  /** Where its local header is, if it should lie. */
  readonly offset?: number;
}

/** Returns a bundle of these files, in the order given. */
export function bundleOf(files: readonly BundleFile[]): Buffer {
  const parts: Buffer[] = [Buffer.from('SYSB\x02\0\0\0', 'latin1')];
  const directory: Buffer[] = [];
  let end = parts[0]?.length ?? 0;
  for (const file of files) {
    const { name, bytes, size = Buffer.byteLength(bytes), stored, flags = 0, method = 8 } = file;
    const { comment = '', offset = end } = file;
    const data = stored ?? deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt16LE(Buffer.byteLength(comment), 0);
    rest.writeUInt32LE(offset, 10);
    const texts = Buffer.from(name + comment);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest, texts]));
    parts.push(local);
    end += local.length;
  }
  const central = Buffer.concat(directory);
  const tail = Buffer.alloc(22);
  tail.write('PK\x05\x06', 'latin1');
  tail.writeUInt16LE(files.length, 8);
  tail.writeUInt16LE(files.length, 10);
  tail.writeUInt32LE(central.length, 12);
  tail.writeUInt32LE(end, 16);
  return Buffer.concat([...parts, central, tail]);
}

/** How the manifest describes a file. */
interface Described {
  readonly url: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the manifest of a bundle. */
export const manifestOf = (files: Readonly<Record<string, Described>>): BundleFile => ({
  name: 'manifest.json',
  bytes: JSON.stringify({ files, org: 'shop' }),
});

/** Debug id of {@link bundleWith}. */
export const DEBUG_ID = 'a9b1cb3f-1bb1-5745-889e-dad88d136cda';

/** Returns a bundle as sentry-cli makes it: `~/assets/app.js` and its map. @param debugId `null`: none */
export const bundleWith = (map: string | Uint8Array, debugId: string | null = DEBUG_ID): Buffer => {
  const headers = debugId === null ? {} : { 'debug-id': debugId };
  return bundleOf([
    { name: 'files/_/_/assets/app.js', bytes: 'throw 1;' },
    { name: 'files/_/_/assets/app.js.map', bytes: map },
    manifestOf({
      'files/_/_/assets/app.js': {
        url: '~/assets/app.js',
        type: 'minified_source',
        headers: { ...headers, sourcemap: 'app.js.map' },
      },
      'files/_/_/assets/app.js.map': { url: '~/assets/app.js.map', type: 'source_map', headers },
    }),
  ]);
};

/** SHA-1 in lower-case hex. */
export const sha1Of = (bytes: string | Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

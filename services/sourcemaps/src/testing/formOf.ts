/** One part of a form, as it goes over the wire. */
export interface Part {
  readonly name?: string;
  readonly value: string | Uint8Array;
  /** A part with one is a file. */
  readonly filename?: string;
  /** Lines instead of those made of name and filename. */
  readonly headers?: readonly string[];
}

/** The sent body. */
export interface SentBody {
  readonly type: string;
  readonly bytes: Buffer;
}

const BOUNDARY = '----sluice';

/** Builds the bytes of a form exactly as specified, including forms that no client library would send. */
export function formOf(parts: readonly Part[], boundary = BOUNDARY): SentBody {
  const bytes = parts.flatMap(({ name, value, filename, headers }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const lines = headers ?? [
      `Content-Disposition: form-data; name="${name ?? ''}"${file}`,
      ...(filename === undefined ? [] : ['Content-Type: application/json']),
    ];
    const head = `--${boundary}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** A part that is text. */
export const field = (name: string, value: string): Part => ({ name, value });

/** A part that is a file. */
export const file = (value: string | Uint8Array, name = 'map'): Part => ({ name, value, filename: 'app.js.map' });

/** A map that is whole, and smallest. */
export const smallMap = (source = 'src/a.ts'): string =>
  JSON.stringify({
    version: 3,
    sources: [source],
    names: [],
    mappings: 'AAAA',
    sourcesContent: ['throw new Error();\n'],
  });

/** The parts of an upload. */
export const uploadOf = (map: string | Uint8Array = smallMap(), filename = 'assets/app.js', release = 'shop@1') => [
  field('release', release),
  field('filename', filename),
  file(map),
];

import * as fc from 'fast-check';
import { hostileText, hostileValue } from './hostileValues.js';

interface Part {
  readonly name: string;
  readonly file: string | undefined;
  readonly value: string;
}

/** A form, or a release description with another content type. */
export interface UploadInput {
  readonly kind: 'upload';
  readonly to: 'sourcemaps' | 'releases';
  readonly parts: readonly Part[];
  /** Sent instead of the form. */
  readonly body: { readonly type: string; readonly text: string } | undefined;
}

const mappings = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ABCDEFGHgz+/;,;,AC'.split(/(?=.)/)), maxLength: 200 }),
  fc.constantFrom('AAAA', ';'.repeat(5_000), 'g'.repeat(3_000), 'AAAA,'.repeat(2_000)),
);

const map: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record(
        {
          version: fc.constantFrom<unknown>(3, '3', 2, null),
          sources: fc.oneof(fc.array(fc.oneof(hostileText, fc.constant(null)), { maxLength: 4 }), hostileValue),
          names: fc.oneof(fc.array(hostileText, { maxLength: 4 }), hostileValue),
          sourcesContent: fc.oneof(fc.array(fc.oneof(hostileText, fc.constant(null)), { maxLength: 4 }), hostileValue),
          sourceRoot: hostileValue,
          mappings: fc.oneof({ weight: 5, arbitrary: mappings }, { weight: 1, arbitrary: hostileValue }),
          sections: hostileValue,
          x_facebook_sources: hostileValue,
          ignoreList: hostileValue,
        },
        { requiredKeys: ['mappings'] },
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: hostileText },
);

const part: fc.Arbitrary<Part> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('release'), file: fc.constant(undefined), value: hostileText }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('filename'), file: fc.constant(undefined), value: hostileText }),
  },
  { weight: 4, arbitrary: fc.record({ name: fc.constant('map'), file: fc.constantFrom('a.map', ''), value: map }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.oneof(
        fc.constantFrom('version', 'ref', 'url', 'deployed_at', 'notes', 'a[b][c]', 'a[9999]'),
        hostileText,
      ),
      file: fc.option(hostileText, { nil: undefined, freq: 3 }),
      value: hostileText,
    }),
  },
);

const usual = [
  { name: 'release', file: undefined, value: 'r1' },
  { name: 'filename', file: undefined, value: 'a.js' },
  { name: 'version', file: undefined, value: '1' },
];

/** Uploads and release descriptions, mostly valid except for a few parts. */
export const uploadInputs: fc.Arbitrary<UploadInput> = fc.record({
  kind: fc.constant('upload' as const),
  to: fc.constantFrom('sourcemaps', 'releases'),
  parts: fc.oneof(
    fc.array(part, { maxLength: 6 }),
    fc.tuple(fc.subarray(usual), fc.array(part, { maxLength: 3 })).map(([some, more]) => [...some, ...more]),
  ),
  body: fc.option(
    fc.oneof(
      hostileValue.map((value) => ({ type: 'application/json', text: JSON.stringify(value) })),
      fc
        .dictionary(fc.constantFrom('version', 'ref', 'url', 'deployed_at', 'notes'), hostileValue)
        .map((value) => ({ type: 'application/json', text: JSON.stringify(value) })),
      hostileText.map((text) => ({ type: 'application/x-www-form-urlencoded', text: `version=${text}` })),
    ),
    { nil: undefined, freq: 2 },
  ),
});

const BOUNDARY = 'fuzz-boundary';

/** Returns the body of an input and its content type. */
export function formBytes({ parts, body }: UploadInput): { readonly type: string; readonly bytes: Buffer } {
  if (body !== undefined) return { type: body.type, bytes: Buffer.from(body.text) };
  const pieces = parts.map(({ name, file, value }) => {
    const filename = file === undefined ? '' : `; filename="${file}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${filename}\r\n\r\n${value}\r\n`;
  });
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${pieces.join('')}--${BOUNDARY}--\r\n`),
  };
}

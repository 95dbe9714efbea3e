import { LIMITS } from '@sluice/contract';
import { listAnswer } from '../list/listAnswer.js';
import { listQuery, optionalFields, rangeFields } from '../list/listQuery.js';
import type { RouteDescription } from '../route.js';
import { andOthers, described, listOf, named, nullable, object } from '../schema/shapes.js';
import { count, flag, id, text, time, whole } from '../schema/values.js';
import { originalSchema, unresolvedSchema } from './frameSchemas.js';

const TAG = 'Source maps';
const { limit, cursor } = listQuery().properties;
const release = described(text(LIMITS.maxRelease), 'Of this release only.');

const sourceMapSchema = named(
  'SourceMap',
  object({
    id: described(id, 'Stays when the map is replaced.'),
    release: text(),
    filename: described(text(), 'Path of the minified file, as in the URL of a frame, without its first slash.'),
    size: described(count, 'Bytes of the upload.'),
    digest: described(
      text(),
      'SHA-256 of the uploaded bytes, lower-case hex: what has the same one need not be sent, unless `needsUpload`.',
    ),
    uploadedAt: described(time, 'Of the latest upload that changed something.'),
    problems: described(listOf(text()), 'What is wrong with the map; frames resolve as far as it is right.'),
    segments: described(count, 'Of its mappings, also those that map to nothing; 0 where the mappings cannot be read.'),
    sources: described(count, 'Original files that it names.'),
    hasContents: described(flag, 'Whether it holds the text of at least one of them, so that frames can show lines.'),
    needsUpload: described(
      flag,
      'Whether what was made of the upload is damaged or of an earlier version: send it again, also the same bytes.',
    ),
  }),
);

const parts = object({
  release: described(
    text(LIMITS.maxRelease),
    'As stamped on exceptions, character for character; neither blank nor with control characters.',
  ),
  filename: described(
    text(LIMITS.maxFilename),
    'Path of the minified file as in the URL of a frame; a full URL is reduced to its path, query and hash are cut, one leading / or ./ is removed.',
  ),
  map: described(
    { type: 'string', format: 'binary' },
    `The source map, a file of at most ${LIMITS.maxSourceMapBytes} bytes.`,
  ),
});

/** Files of a release that an explanation names. */
export const MOST_FILENAMES = 1_000;
const LONGEST_URL = 4_096;
const LARGEST = 2_147_483_647;

const explanation = object({
  filename: described(nullable(text()), 'What a map must be uploaded as for this file; null where no map can be.'),
  frame: object({ original: originalSchema, unresolved: unresolvedSchema }),
  hasRelease: described(flag, 'Whether the release is known: seen on an exception, uploaded to, or described.'),
  filenames: described(listOf(text()), `Of the maps of the release, by name; ${MOST_FILENAMES} at most.`),
});

/** Operations on source maps, as they are documented; the service of that name answers them. */
export const describedSourceMaps = {
  list: {
    method: 'get',
    path: '/sourcemaps',
    tag: TAG,
    summary: 'List source maps',
    description:
      'Latest upload first; `from` and `to` are of the upload. With digests: what has the same one need not be uploaded, unless it says `needsUpload`. Asked for a release with a token that may upload, this counts as an upload to retention.',
    scope: ['project:releases', 'project:read'],
    query: optionalFields({
      ...(limit === undefined || cursor === undefined ? {} : { limit, cursor }),
      ...rangeFields,
      release,
      filename: described(text(LIMITS.maxFilename), 'Whose filename contains this, upper and lower case alike.'),
    }),
    answer: listAnswer(sourceMapSchema),
  },
  upload: {
    method: 'post',
    path: '/sourcemaps',
    tag: TAG,
    summary: 'Upload a source map',
    description:
      '201 where there was none of this release and filename, 200 where it was replaced or is the same. 403 `plan_lacks_source_maps`, ' +
      '415 where it is no plain form, 400 `bad_multipart`, `too_many_parts` (20 parts), 408 where it does not arrive in time, ' +
      '422 `invalid_part`, `invalid_map` (also one that costs too much to compile), `too_large`; 503 `busy` where too many upload at once. ' +
      'Frames resolve within a second, also those of earlier exceptions.',
    scope: 'project:releases',
    body: andOthers(parts),
    bodyTypes: ['multipart/form-data'],
    answer: sourceMapSchema,
    created: 201,
    mayExist: true,
    isUngated: true,
  },
  deleteAll: {
    method: 'delete',
    path: '/sourcemaps',
    tag: TAG,
    summary: 'Delete all source maps of a release',
    description: 'Also where there are none.',
    scope: 'project:releases',
    query: object({ release: described(text(LIMITS.maxRelease), 'Whose maps go.') }),
  },
  deleteOne: {
    method: 'delete',
    path: '/sourcemaps/{id}',
    tag: TAG,
    summary: 'Delete a source map',
    description: 'Frames stop resolving within a second, until it is uploaded again; exceptions stay as they are.',
    scope: 'project:releases',
    params: { id: 'The id of the map.' },
    ids: { id: 'source map' },
  },
  explain: {
    method: 'get',
    path: '/sourcemaps/explain',
    tag: TAG,
    summary: 'Explain a position',
    description: 'How a frame at this position resolves, from the map that is stored now, or why it does not.',
    scope: ['project:releases', 'project:read'],
    query: object(
      {
        release: described(text(LIMITS.maxRelease), 'As stamped on exceptions.'),
        url: described(text(LONGEST_URL), 'Of the minified file, as in the stack trace.'),
        line: { ...whole(0, LARGEST), description: 'As browsers print it: 1-based; 0 is none.' },
        column: {
          ...whole(0, LARGEST),
          description: 'As browsers print it: 1-based; without it, or with 0, the first mapping of the line counts.',
        },
      },
      ['column'],
    ),
    answer: explanation,
  },
} as const satisfies Readonly<Record<string, RouteDescription>>;

import { LIMITS } from '@sluice/contract';
import { listResponse } from '../list/listResponse.js';
import { pageFields, rangeFields } from '../list/listQuery.js';
import type { Descriptions } from '../description.js';
import { withAdditionalFields, described, listOf, named, nullable, object, optionalFields } from '../schema/shapes.js';
import { count, boolean, id, text, time, integer } from '../schema/values.js';
import { originalSchema, unresolvedSchema } from './frameSchemas.js';

const TAG = 'Source maps';
const uuid = { ...text(36), pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' };
const release = described(text(LIMITS.maxRelease), 'Only maps of this release.');

const sourceMapSchema = named(
  'SourceMap',
  object({
    id: described(id, 'Stays the same when the map is replaced.'),
    release: described(
      nullable(text()),
      'null if the map was uploaded without a release; then only its debug id finds it.',
    ),
    filename: described(text(), 'Path of the minified file as in the URL of a frame, without its leading slash.'),
    debugId: described(nullable(id), 'UUID that the build wrote into the file and the map; null if it has none.'),
    size: described(count, 'Bytes of the upload.'),
    digest: described(
      text(),
      'SHA-256 of the uploaded bytes in lowercase hex. A file with the same digest need not be uploaded again unless `needsUpload` is true.',
    ),
    uploadedAt: described(time, 'Time of the last upload that changed the map.'),
    problems: described(listOf(text()), 'Problems of the map. Frames resolve as far as the map is correct.'),
    segments: described(
      count,
      'Number of segments in the mappings, including those without a source; 0 if the mappings cannot be decoded.',
    ),
    sources: described(count, 'Number of original files.'),
    hasContents: described(
      boolean,
      'Whether the map contains the text of at least one original file, so that frames can show source lines.',
    ),
    needsUpload: described(
      boolean,
      'Whether the compiled index is damaged or outdated. Upload the map again, even if its bytes are the same.',
    ),
  }),
);

const parts = object(
  {
    release: described(
      text(LIMITS.maxRelease),
      'The release of the exceptions, compared exactly. Not blank, no control characters. May be missing if there is a debugId.',
    ),
    filename: described(
      text(LIMITS.maxFilename),
      'Path of the minified file as in the URL of a frame. A full URL is reduced to its path, query and hash are removed, and so is one leading / or ./.',
    ),
    map: described(
      { ...text(), format: 'binary' },
      `The source map: a file of at most ${LIMITS.maxSourceMapBytes} bytes.`,
    ),
    debugId: described(
      id,
      'UUID that the build wrote into the file and the map. With a release it may be missing; then the id that the map itself names counts.',
    ),
  },
  ['release', 'debugId'],
);

/** Maximum file names of a release that an explanation lists. */
export const MAX_FILENAMES = 1_000;
const MAX_URL_LENGTH = 4_096;
const MAX_INT32 = 2_147_483_647;

const explanation = object({
  filename: described(
    nullable(text()),
    'The filename under which a map for this file must be uploaded; null if no map can match.',
  ),
  frame: object({ original: originalSchema, unresolved: unresolvedSchema }),
  hasRelease: described(boolean, 'Whether the release is known from an exception, an upload or a description.'),
  filenames: described(listOf(text()), `Filenames of the maps of this release, sorted; ${MAX_FILENAMES} at most.`),
});

/** Documentation of the operations on source maps, which the source map service serves. */
export const sourcemapsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/sourcemaps',
    tag: TAG,
    summary: 'List source maps',
    description:
      'Sorted by upload time, latest first; `from` and `to` are upload times. A file whose digest is listed need not be uploaded again unless `needsUpload` is true. A list for one release or debug id with a token that may upload counts as an upload for retention.',
    permission: 'releases:read',
    query: optionalFields({
      ...pageFields,
      ...rangeFields,
      release,
      filename: described(text(LIMITS.maxFilename), 'Maps whose filename contains this text, ignoring case.'),
      debugId: described(uuid, 'Only maps with this debug id.'),
    }),
    response: listResponse(sourceMapSchema),
  },
  upload: {
    scope: 'project',
    method: 'post',
    path: '/sourcemaps',
    tag: TAG,
    summary: 'Upload a source map',
    description:
      '201 for a new release and filename; 200 if the map was replaced or is identical. 403 `plan_lacks_source_maps`; ' +
      '415 if the body is not multipart/form-data; 400 `bad_multipart` or `too_many_parts` (more than 20); 408 if the body does not arrive in time; ' +
      '422 `invalid_part`, `invalid_map` (also for a map that costs too much to compile) or `too_large`; 503 `busy` if too many uploads are in progress. ' +
      'Frames resolve within a second, including those of earlier exceptions.',
    permission: 'releases:write',
    body: withAdditionalFields(parts),
    bodyTypes: ['multipart/form-data'],
    response: sourceMapSchema,
    createdStatus: 201,
    mayExist: true,
    isUnlimited: true,
  },
  removeAll: {
    scope: 'project',
    method: 'delete',
    path: '/sourcemaps',
    tag: TAG,
    summary: 'Delete all source maps of a release',
    description: 'Succeeds even if the release has none.',
    permission: 'releases:write',
    query: object({ release: described(text(LIMITS.maxRelease), 'Release whose maps are deleted.') }),
  },
  remove: {
    scope: 'project',
    method: 'delete',
    path: '/sourcemaps/{id}',
    tag: TAG,
    summary: 'Delete a source map',
    description:
      'Frames stop resolving within a second, until the map is uploaded again. Stored exceptions do not change.',
    permission: 'releases:write',
    params: { id: 'Id of the map.' },
    ids: { id: 'source map' },
  },
  explain: {
    scope: 'project',
    method: 'get',
    path: '/sourcemaps/explain',
    tag: TAG,
    summary: 'Explain a position',
    description: 'Returns how a frame at this position resolves with the map stored now, or why it does not.',
    permission: 'releases:read',
    query: object(
      {
        release: described(text(LIMITS.maxRelease), 'Release of the exception. May be missing if there is a debugId.'),
        debugId: described(uuid, 'Debug id of the frame, which beats release and file.'),
        url: described(text(MAX_URL_LENGTH), 'URL of the minified file, as in the stack trace.'),
        line: { ...integer(0, MAX_INT32), description: '1-based, as browsers print it; 0 means unknown.' },
        column: {
          ...integer(0, MAX_INT32),
          description: '1-based, as browsers print it. If missing or 0, the first mapping of the line is used.',
        },
      },
      ['release', 'debugId', 'column'],
    ),
    response: explanation,
  },
} as const satisfies Descriptions;

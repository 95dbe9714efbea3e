import { LIMITS } from '@sluice/contract';
import { hasRelease, listReleaseFilenames } from '@sluice/db';
import {
  count,
  defineRoute,
  described,
  flag,
  listOf,
  nullable,
  object,
  oneOf,
  text,
  whole,
  type Route,
} from '@sluice/management';
import { mapFilenameOf, type FrameResolver, type ResolvedFrame } from '@sluice/sourcemaps';

interface ExplainQuery {
  readonly release: string;
  readonly url: string;
  readonly line: number;
  readonly column?: number;
}

const MOST_FILENAMES = 1_000;
const LONGEST_URL = 4_096;
const LARGEST = 2_147_483_647;

const context = object({ before: listOf(text()), line: text(), after: listOf(text()) });

const original = object({
  file: described(nullable(text()), 'Cleaned of what bundlers put in front.'),
  source: described(nullable(text()), 'As the map says it.'),
  function: nullable(text()),
  line: count,
  column: count,
  name: described(nullable(text()), 'The identifier at this very position, which is seldom the function.'),
  inApp: flag,
  context: nullable(context),
});

const REASONS = ['no_release', 'no_map', 'no_position', 'outside_map', 'bad_map', 'unavailable'] as const;

const answer = object({
  filename: described(nullable(text()), 'What a map must be uploaded as for this file; null where no map can be.'),
  frame: object({ original: nullable(original), unresolved: nullable(oneOf(...REASONS)) }),
  hasRelease: described(flag, 'Whether the release is known: seen on an exception, uploaded to, or described.'),
  filenames: described(listOf(text()), `Of the maps of the release, by name; ${MOST_FILENAMES} at most.`),
});

/** `GET …/sourcemaps/explain`: how one position resolves now, and what there is to compare with where it does not. */
export const explainRoute = (resolver: FrameResolver): Route =>
  defineRoute<ExplainQuery, unknown, unknown>({
    method: 'get',
    path: '/sourcemaps/explain',
    tag: 'Source maps',
    summary: 'Explain a position',
    description: 'How a frame at this position resolves, from the map that is stored now, or why it does not.',
    scope: ['project:releases', 'project:read'],
    query: object(
      {
        release: described(text(LIMITS.maxRelease), 'As stamped on exceptions.'),
        url: described(text(LONGEST_URL), 'Of the minified file, as in the stack trace.'),
        line: { ...whole(0, LARGEST), description: 'As browsers print it: 1-based.' },
        column: { ...whole(0, LARGEST), description: 'As browsers print it: 1-based.' },
      },
      ['column'],
    ),
    answer,
    handle: async ({ query }, { db, project }) => {
      const { release, url, line, column = null } = query;
      const frame = { file: url, function: '', line, column, inApp: true };
      const stack = { projectId: project.id, release, frames: [frame] };
      const [[found]] = (await resolver.resolve([stack], { context: true, functions: true })) as [[ResolvedFrame]];
      return {
        body: {
          filename: mapFilenameOf(url) ?? null,
          frame: found,
          hasRelease: await hasRelease(db, project.id, release),
          filenames: await listReleaseFilenames(db, project.id, release, MOST_FILENAMES),
        },
      };
    },
  });

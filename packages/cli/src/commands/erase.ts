import {
  eraseOrganization,
  eraseProject,
  eraseUser,
  listErasures,
  listOrganizationErasures,
  listProjectErasures,
  type ErasedCounts,
  type Erasure,
} from '@sluice/erasure';
import { findOrganization, findProject } from '@sluice/db';
import type { Command } from 'commander';
import { command, group, type AnswerWith } from '../cli.js';
import { usageError } from '../cliError.js';
import type { Answer, CommandContext } from '../context.js';
import { momentText, plural } from '../output/words.js';
import { projectRef } from '../parse/projectRef.js';
import { warnIfUnheard } from '../warnIfUnheard.js';

const CONFIRM = '--confirm <slug>';

/** `sluice erase user|project|org|list`. */
export const erase = (answer: AnswerWith): Command =>
  group('erase', 'Delete the data of a user, a project or an organization permanently', [
    command('user', 'Delete the events, replays and profile of a project user', [
      [
        'sluice erase user acme/shop id:42 --confirm shop',
        'everything that arrived until now, also what is still queued',
      ],
    ])
      .argument('<project>', '<org>/<project>')
      .argument('<user>', 'key of the user, the first column of sluice users list')
      .requiredOption(CONFIRM, 'the slug of the project')
      .action((ref: string, user: string, { confirm }: Confirmed) =>
        answer((context) => onUser(context, ref, user, confirm)),
      ),
    command('project', 'Delete a project and everything in it', [
      ['sluice erase project acme/shop --confirm shop', 'counts of usage stay'],
    ])
      .argument('<project>', '<org>/<project>')
      .requiredOption(CONFIRM, 'the slug of the project')
      .action((ref: string, { confirm }: Confirmed) => answer((context) => onProject(context, ref, confirm))),
    command('org', 'Delete an organization, its members and all of its projects', [
      ['sluice erase org acme --confirm acme', 'deleted projects too'],
    ])
      .argument('<org>', 'slug of the organization')
      .requiredOption(CONFIRM, 'the slug of the organization')
      .action((slug: string, { confirm }: Confirmed) => answer((context) => onOrganization(context, slug, confirm))),
    command('list', 'List the erasures of a project, of projects, or of organizations', [
      ['sluice erase list acme/shop', 'erased users of a project: what was removed, and when'],
      ['sluice erase list acme', 'erased projects of an organization'],
      ['sluice erase list', 'erased organizations'],
    ])
      .argument('[org]', '<org>/<project> or <org>')
      .action((ref?: string) =>
        answer((context) => (ref === undefined ? onListOrganizations(context) : onList(context, ref))),
      ),
  ]);

interface Confirmed {
  readonly confirm: string;
}

function check(confirm: string, slug: string): void {
  if (confirm !== slug) throw usageError(`--confirm ${confirm}: must be "${slug}", the slug of what is erased`);
}

const countsText = (events: ErasedCounts): string =>
  Object.entries(events)
    .map(([type, count]) => `${count} ${type}`)
    .join(', ') || '-';

const valueOf = ({ projectId, ...one }: Erasure): object => ({
  id: one.id,
  kind: one.kind,
  projectId,
  project: one.slug,
  user: one.userKey,
  before: one.before?.toISOString() ?? null,
  requestedBy: one.requestedBy,
  requestedAt: one.requestedAt.toISOString(),
  state: one.state,
  finishedAt: one.finishedAt?.toISOString() ?? null,
  events: one.events,
});

async function onUser(context: CommandContext, text: string, user: string, confirm: string): Promise<Answer> {
  const ref = projectRef(text);
  check(confirm, ref.project);
  if (!/^(?:id|email|username):./s.test(user)) {
    throw usageError(`"${user}" is not the key of a user: it begins with id:, email: or username:`);
  }
  const erasure = await eraseUser(context.database(), ref, user);
  return {
    value: valueOf(erasure),
    human: () => `Erasure ${erasure.id} of ${user} is requested. See: sluice erase list ${text}`,
  };
}

async function onProject(context: CommandContext, text: string, confirm: string): Promise<Answer> {
  const ref = projectRef(text);
  check(confirm, ref.project);
  const erasure = await eraseProject(context.database(), ref);
  await warnIfUnheard(context);
  return {
    value: valueOf(erasure),
    human: () => `Deleted ${text}. Its keys stop working within 2 seconds; its data is deleted in the background.`,
  };
}

async function onOrganization(context: CommandContext, slug: string, confirm: string): Promise<Answer> {
  check(confirm, slug);
  const erasures = await eraseOrganization(context.database(), slug);
  await warnIfUnheard(context);
  return {
    value: { organization: slug, erasures: erasures.map(valueOf) },
    human: () => `Deleted ${slug}. The data of ${plural(erasures.length, 'project')} is deleted in the background.`,
  };
}

async function onList(context: CommandContext, text: string): Promise<Answer> {
  const db = context.database();
  const erasures = text.includes('/')
    ? await listErasures(db, (await findProject(db, projectRef(text))).id)
    : await listProjectErasures(db, (await findOrganization(db, text)).id);
  return {
    value: { erasures: erasures.map(valueOf) },
    human: () =>
      erasures.length === 0
        ? 'No erasures.'
        : erasures
            .map(({ id: erasureId, state, userKey, slug, requestedAt, events }) =>
              [erasureId, state, userKey ?? slug ?? '-', momentText(requestedAt), countsText(events)].join('  '),
            )
            .join('\n'),
  };
}

async function onListOrganizations(context: CommandContext): Promise<Answer> {
  const erasures = await listOrganizationErasures(context.database());
  return {
    value: {
      erasures: erasures.map(({ requestedAt, finishedAt, ...one }) => ({
        ...one,
        requestedAt: requestedAt.toISOString(),
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
    },
    human: () =>
      erasures.length === 0
        ? 'No organization was erased.'
        : erasures
            .map(({ organization, requestedAt, finishedAt, projects, projectsDone, events }) =>
              [
                organization,
                finishedAt === null ? `${projectsDone} of ${plural(projects, 'project')}` : 'done',
                momentText(requestedAt),
                countsText(events),
              ].join('  '),
            )
            .join('\n'),
  };
}

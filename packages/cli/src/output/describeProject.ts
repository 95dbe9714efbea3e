import type { KeyKind } from '@sluice/contract';
import type { Project, ProjectKey } from '@sluice/db';
import type { Answer, CommandContext } from '../context.js';
import { dsnOf } from '../place/dsn.js';
import { settingFacts } from './settingFacts.js';
import { facts } from './table.js';
import { momentText } from './words.js';

/** A project as printed by `--json` in lists. */
export const projectValue = ({ id, organization, slug, settings, createdAt }: Project): object => ({
  id,
  organization,
  project: slug,
  settings,
  createdAt: createdAt.toISOString(),
});

/** Formats a project with its settings and enabled keys. Only public keys have a DSN, because server keys are not stored. */
export function describeProject(context: CommandContext, project: Project, keys: readonly ProjectKey[]): Answer {
  const usable = keys.filter(({ disabledAt }) => disabledAt === null);
  const ofKind = (kind: KeyKind): string[] => usable.filter((one) => one.kind === kind).map(({ key }) => key);
  const [open, server] = [ofKind('public'), ofKind('server')];
  const dsns = open.map((key) => dsnOf(key, context.place));
  return {
    value: { ...projectValue(project), keys: open, serverKeys: server, dsn: dsns[0] ?? null },
    human: (style) =>
      facts(
        [
          ['project', `${project.organization}/${project.slug}`],
          ['created', momentText(project.createdAt)],
          ...dsns.map((dsn) => ['dsn', dsn] as const),
          ...server.map((key) => ['server key', `${key}…`] as const),
          ...settingFacts(project.settings),
        ],
        style,
      ),
  };
}

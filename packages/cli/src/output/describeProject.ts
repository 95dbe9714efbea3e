import { NO_DSNS, type KeyKind } from '@sluice/contract';
import type { Project, ProjectKey } from '@sluice/db';
import type { Answer, CommandContext } from '../context.js';
import { dsnFacts, dsnsAt } from '../place/dsn.js';
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

/** Formats a project with its settings and enabled keys. Only public keys have DSNs, because server keys are not stored. */
export function describeProject(context: CommandContext, project: Project, keys: readonly ProjectKey[]): Answer {
  const usable = keys.filter(({ disabledAt }) => disabledAt === null);
  const ofKind = (kind: KeyKind): ProjectKey[] => usable.filter((one) => one.kind === kind);
  const [open, server] = [ofKind('public'), ofKind('server').map(({ key }) => key)];
  const dsns = open.map((key) => dsnsAt(key, context.place));
  return {
    value: { ...projectValue(project), keys: open.map(({ key }) => key), serverKeys: server, ...(dsns[0] ?? NO_DSNS) },
    human: (style) =>
      facts(
        [
          ['project', `${project.organization}/${project.slug}`],
          ['created', momentText(project.createdAt)],
          ...dsns.flatMap(dsnFacts),
          ...server.map((key) => ['server key', `${key}…`] as const),
          ...settingFacts(project.settings),
        ],
        style,
      ),
  };
}

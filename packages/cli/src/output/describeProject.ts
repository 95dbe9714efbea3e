import type { Project, ProjectKey } from '@sluice/db';
import type { Answer, CommandContext } from '../context.js';
import { dsnOf } from '../place/dsn.js';
import { settingFacts } from './settingFacts.js';
import { facts } from './table.js';
import { momentText } from './words.js';

/** A project as `--json` shows it in lists. */
export const projectValue = ({ id, organization, slug, settings, createdAt }: Project): object => ({
  id,
  organization,
  project: slug,
  settings,
  createdAt: createdAt.toISOString(),
});

/** A project with its settings and its usable keys' DSNs. */
export function describeProject(context: CommandContext, project: Project, keys: readonly ProjectKey[]): Answer {
  const usable = keys.filter(({ disabledAt }) => disabledAt === null).map(({ key }) => key);
  const dsns = usable.map((key) => dsnOf(key, context.place));
  return {
    value: { ...projectValue(project), keys: usable, dsn: dsns[0] ?? null },
    human: (style) =>
      facts(
        [
          ['project', `${project.organization}/${project.slug}`],
          ['created', momentText(project.createdAt)],
          ...dsns.map((dsn) => ['dsn', dsn] as const),
          ...settingFacts(project.settings),
        ],
        style,
      ),
  };
}

import { ask } from '../../../e2e/support/http.js';
import { type Dashboard } from './describeDashboard.js';

/** Paths of a page of every kind; `{…}` stands for an id of the demo, see {@link demoPath}. */
export const PROJECT_PAGES: readonly string[] = [
  'setup',
  'setup?with=sentry-browser',
  'setup?with=otlp-sdk',
  'issues',
  'issues/{issue}',
  'traces',
  'traces/{trace}',
  'metrics',
  'metrics/web_vital.lcp',
  'logs',
  'visits',
  'replays',
  'replays/{replay}',
  'releases',
  'releases/shop@1.3.0',
  'users',
  'users/{user}',
  'usage',
  'alerts',
  'alerts?tab=history',
  'alerts?tab=deliveries',
  'alerts?rule=new',
  'alerts?rule=new&template=slow-endpoint',
  'settings/general',
  'settings/security',
  'settings/filters',
  'settings/limits',
  'settings/sourcemaps',
];

/** Paths of the pages of an organization and of a person. */
export const OTHER_PAGES: readonly string[] = [
  '/demo/settings/general',
  '/demo/settings/members',
  '/demo/settings/quotas',
  '/demo/settings/projects',
  '/demo/settings/audit',
  '/demo/settings/alerts',
  '/demo/settings/alerts?tab=rules',
  '/demo/settings/alerts?tab=maintenance',
  '/demo/settings/alerts?destination=new&kind=slack',
  '/demo/inbox',
  '/demo/inbox?tab=choices',
  '/profile/account',
  '/profile/tokens',
  '/profile/sessions',
  '/profile/security',
  '/profile/appearance',
  '/create-organization',
];

/** Where to find the id for a placeholder: an operation of the project, and the field of its first row. */
const SOURCES: Readonly<Record<string, readonly [operation: string, field: string]>> = {
  issue: ['issues?sort=count&query=percent', 'id'],
  trace: ['exceptions?query=percent', 'traceId'],
  replay: ['replays?sort=errors', 'id'],
  user: ['users', 'key'],
};

const found = new Map<string, Promise<string>>();

/** Returns the path of a page of the demo project, with ids that it has. */
export async function demoPath(dashboard: Dashboard, page: string): Promise<string> {
  if (page.startsWith('/')) return page;
  const name = /\{(\w+)\}/.exec(page)?.[1];
  const path = `/${dashboard.demo.organization}/${dashboard.demo.project}/${page}`;
  if (name === undefined) return path;
  const id = found.get(name) ?? firstId(dashboard, name);
  found.set(name, id);
  return path.replace(`{${name}}`, encodeURIComponent(await id));
}

async function firstId({ system, demo }: Dashboard, name: string): Promise<string> {
  const [operation, field] = SOURCES[name] ?? ['', ''];
  const url = `${system.baseUrl}/api/0/projects/${demo.organization}/${demo.project}/${operation}`;
  const { json } = await ask(url, { headers: { authorization: `Bearer ${demo.token}` } });
  const { data } = json as { readonly data?: readonly Readonly<Record<string, string>>[] };
  const id = data?.[0]?.[field];
  if (id === undefined)
    throw new Error(`the demo has no ${name}: ${url} answered ${JSON.stringify(json).slice(0, 300)}`);
  return id;
}

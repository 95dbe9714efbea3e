import { createTenant, type Project } from '../../../e2e/support/tenant.js';
import { waitFor } from '../../../e2e/support/waitFor.js';
import { createAccount, type Role } from './accounts.js';
import { type Dashboard } from './describeDashboard.js';
import { type Opened, type OpenOptions } from './visitPage.js';

type Issue = Readonly<Record<string, unknown>>;

/** A signed-in page of an own project. */
export interface OpenedTenant extends Opened {
  readonly project: Project;
  /** The path of a page of the project. */
  readonly at: (page: string) => string;
  /** Opens the list of issues once it has one whose message contains this text, with these fields. */
  readonly openIssues: (message: string, fields?: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** A project of its own for a test that changes something, and a page that is signed in there. */
export async function openTenant(dashboard: Dashboard, role: Role, options?: OpenOptions): Promise<OpenedTenant> {
  const project = await createTenant(dashboard.system);
  const account = await createAccount(dashboard.system, project.organization, role);
  const opened = await dashboard.signedInAs(account, options);
  const at = (page: string): string => `/${project.path}/${page}`;
  const openIssues: OpenedTenant['openIssues'] = async (message, fields = {}) => {
    const url = `/api/0/projects/${project.path}/issues?query=${encodeURIComponent(message)}`;
    const isListed = async (): Promise<boolean> => {
      const { data } = (await (await opened.page.request.get(url)).json()) as { readonly data: readonly Issue[] };
      return data.some((issue) => Object.entries(fields).every(([name, value]) => issue[name] === value));
    };
    await waitFor(isListed, { what: `an issue of ${message}` });
    await opened.open(at('issues'));
  };
  return { ...opened, project, at, openIssues };
}

import { useSession } from '../api/session';
import { Icon, type IconName } from '../components/Icon';
import { Link } from '../components/Link';
import { useIsBelow } from '../lib/useIsBelow';
import { usePlace, type ProjectPlace } from '../lib/useProject';
import { AccountMenu } from './AccountMenu';
import { IngestionState } from './IngestionState';
import { ProjectSwitcher } from './ProjectSwitcher';
import styles from './Sidebar.module.css';
import { useNavigationPlace } from './useNavigationPlace';

type Entry = readonly [page: string, name: string, icon: IconName];

/** The pages of a project, in the order of the reader's questions: what is broken, how much, since when, at which cost. */
const GROUPS: readonly (readonly [string, readonly Entry[]])[] = [
  [
    'Triage',
    [
      ['issues', 'Issues', 'alert'],
      ['logs', 'Logs', 'logs'],
      ['traces', 'Traces', 'traces'],
      ['replays', 'Replays', 'replay'],
      ['users', 'Users', 'user'],
      ['alerts', 'Alerts', 'signal'],
    ],
  ],
  [
    'Measure',
    [
      ['metrics', 'Metrics', 'pulse'],
      ['visits', 'Visits', 'visits'],
    ],
  ],
  ['Ship', [['releases', 'Releases', 'release']]],
  [
    'Account',
    [
      ['usage', 'Stats & Usage', 'chart'],
      ['setup', 'Setup', 'setup'],
    ],
  ],
];

/** The navigation: project, pages, and the reader's account. */
export function Sidebar() {
  const { org, project } = useNavigationPlace();
  return (
    <aside aria-label="Navigation" className={styles.side}>
      <Link to="/" className={styles.brand}>
        <Mark />
        Sluice
      </Link>
      <ProjectSwitcher />
      {org === undefined || project === undefined ? (
        <OrganizationPages />
      ) : (
        <ProjectPages org={org} project={project} />
      )}
      <div className={styles.foot}>
        {org === undefined || project === undefined ? null : <IngestionState org={org} project={project} />}
        <AccountMenu />
      </div>
    </aside>
  );
}

function ProjectPages({ org, project }: ProjectPlace) {
  // Pages of the open project keep range and filters.
  const isOpen = usePlace().project === project;
  const to = (page: string): string => (isOpen ? page : `/${org}/${project}/${page}`);
  return (
    <nav aria-label="Pages of the project" className={styles.nav}>
      {GROUPS.map(([title, entries]) => (
        <section key={title}>
          <h2 className={styles.group}>{title}</h2>
          <ul>
            {entries.map(([page, name, icon]) => (
              <li key={page}>
                <Link to={to(page)} className={styles.entry}>
                  <Icon name={icon} />
                  {name}
                </Link>
              </li>
            ))}
            {title === 'Account' ? (
              <li>
                <SettingsLink org={org} project={project} to={to('settings/general')} />
              </li>
            ) : null}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** All pages of the settings are below one entry. */
function SettingsLink({ org, project, to }: ProjectPlace & { readonly to: string }) {
  const isHere = useIsBelow(`/${org}/${project}/settings/`);
  return (
    <Link to={to} className={styles.entry} data-here={isHere}>
      <Icon name="settings" />
      Settings
    </Link>
  );
}

/** Where no project is open: the organizations of the reader. */
function OrganizationPages() {
  const { organizations } = useSession();
  return (
    <nav aria-label="Organizations" className={styles.nav}>
      {organizations.map(({ slug, projects }) => (
        <section key={slug}>
          <h2 className={styles.group}>{slug}</h2>
          <ul>
            {projects.map((project) => (
              <li key={project}>
                <Link to={`/${slug}/${project}/issues`} className={styles.entry}>
                  {project}
                </Link>
              </li>
            ))}
            <li>
              <Link to={`/${slug}/settings/members`} className={styles.entry}>
                <Icon name="settings" />
                Organization
              </Link>
            </li>
          </ul>
        </section>
      ))}
    </nav>
  );
}

const Mark = () => (
  <svg className={styles.mark} viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 2v12M14 2v12M2 5c2-1.5 4 1.5 6 0s4 1.5 6 0M2 9.5c2-1.5 4 1.5 6 0s4 1.5 6 0" />
  </svg>
);

import { useSession } from '../api/session';
import { Icon } from '../components/Icon';
import { Picker } from '../components/Picker';
import { useGo } from '../lib/useGo';
import styles from './ProjectSwitcher.module.css';
import { useNavigationPlace } from './useNavigationPlace';

const CREATE = { value: '/create-organization', label: 'Create an organization', hint: 'new' };

/** Shows the open project, and opens another. */
export function ProjectSwitcher() {
  const { organizations, organizationsLeft } = useSession();
  const { org, project } = useNavigationPlace();
  const go = useGo();
  const options = organizations.flatMap(({ slug, projects }) => [
    ...projects.map((name) => ({ value: `/${slug}/${name}/issues`, label: `${slug} / ${name}` })),
    { value: `/${slug}/settings/members`, label: slug, hint: 'organization' },
  ]);
  const place = org === undefined ? 'Choose a project' : project === undefined ? org : `${org} / ${project}`;
  return (
    <Picker
      label="Project"
      options={organizationsLeft === 0 ? options : [...options, CREATE]}
      value={`/${org ?? ''}/${project ?? ''}/issues`}
      onPick={(to) => go(to)}
      trigger={(props) => (
        <button type="button" className={styles.switcher} aria-label={`Project: ${place}`} {...props}>
          <span className={styles.name}>{place}</span>
          <Icon name="chevronDown" />
        </button>
      )}
    />
  );
}

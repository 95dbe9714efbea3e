import { useSyncExternalStore } from 'react';
import { reasonOf } from '../api/apiError';
import { signOut, useSession } from '../api/session';
import { Icon } from '../components/Icon';
import { Menu } from '../components/Menu';
import { onThemeChange, readTheme, setTheme, type Theme } from '../lib/theme';
import { showToast } from '../lib/toasts';
import { openShortcuts } from './shortcuts';
import { useKnownPlace } from './useKnownPlace';
import styles from './AccountMenu.module.css';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'Theme of the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** The reader's account: profile, organization, theme, and the end of the session. */
export function AccountMenu() {
  const { user } = useSession();
  const { org } = useKnownPlace().place;
  const theme = useSyncExternalStore(onThemeChange, readTheme);
  return (
    <Menu
      label="Account"
      entries={[
        { label: 'Profile', to: '/profile/account' },
        ...(org === undefined ? [] : [{ label: `Organization ${org}`, to: `/${org}/settings/members` }]),
        null,
        ...THEMES.map(([value, label]) => ({ label, isChosen: theme === value, onSelect: () => setTheme(value) })),
        null,
        { label: 'Keyboard shortcuts', keys: '?', onSelect: openShortcuts },
        {
          label: 'Sign out',
          onSelect: () =>
            void signOut().catch((error: unknown) =>
              showToast({ tone: 'bad', text: `You are still signed in: ${reasonOf(error)}` }),
            ),
        },
      ]}
      trigger={(props) => (
        <button
          type="button"
          className={styles.account}
          aria-label={`Account of ${user.name || user.email}`}
          {...props}
        >
          <Icon name="user" />
          <span className={styles.name}>{user.name || user.email}</span>
        </button>
      )}
    />
  );
}

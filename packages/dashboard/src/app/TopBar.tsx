import { useCallback, useState } from 'react';
import { Icon } from '../components/Icon';
import { useKeys } from '../lib/useKeys';
import { Bell } from './Bell';
import { useKnownPlace } from './useKnownPlace';
import { useNavigationPlace } from './useNavigationPlace';
import { useTypedAhead } from './useTypedAhead';
import { ViewPickers } from './ViewPickers';
import { useViewUse } from './viewUse';
import styles from './TopBar.module.css';
import { lazyPart } from '../components/lazyPart';

const SearchDialog = lazyPart(() => import('./SearchDialog').then(({ SearchDialog }) => SearchDialog));

/** The bar above every page: search, and what the page can be narrowed by. */
export function TopBar({ openMenu }: { readonly openMenu: () => void }) {
  const { org, project } = useKnownPlace().place;
  const { org: inboxOf } = useNavigationPlace();
  const use = useViewUse();
  const [isSearching, setSearching] = useState(false);
  const close = useCallback(() => setSearching(false), []);
  const typed = useTypedAhead(isSearching, close);
  useKeys({ 'mod+k': () => setSearching(true) }, { everywhere: true });
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.menu} aria-label="Navigation" onClick={openMenu}>
        <Icon name="menu" />
      </button>
      <button
        type="button"
        className={styles.find}
        aria-keyshortcuts="Meta+K Control+K"
        onClick={() => setSearching(true)}
      >
        <Icon name="search" />
        <span className={styles.hint}>Search</span>
        <kbd className={styles.key}>{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {org === undefined || project === undefined || Object.keys(use).length === 0 ? null : (
        <div className={styles.view}>
          <ViewPickers org={org} project={project} use={use} />
        </div>
      )}
      {inboxOf === undefined ? null : <Bell org={inboxOf} />}
      {isSearching ? <SearchDialog typed={typed} close={close} /> : null}
    </header>
  );
}

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { plural } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import { AssignPicker, IgnoreMenu, ResolveMenu } from './ChangeMenus';
import type { Issue, IssueChange } from './issue';
import styles from './IssuesPage.module.css';

interface Props {
  readonly selected: readonly Issue[];
  readonly change: (issues: readonly Issue[], change: IssueChange) => void;
  readonly clear: () => void;
  readonly refresh: () => void;
}

/** The most issues of one merge: it is one transaction, which locks them all. */
const MOST_MERGED = 51;

/** What can be done with the selected issues, in place of the head of the table. */
export function BulkBar({ selected, change, clear, refresh }: Props) {
  const run = (asked: IssueChange): void => {
    change(selected, asked);
    clear();
  };
  const [first] = selected;
  const release = selected.every(({ lastRelease }) => lastRelease === first?.lastRelease) ? first?.lastRelease : null;
  const areAllOpen = selected.every(({ status }) => status === 'open');
  return (
    <div className={styles.bulk} role="toolbar" aria-label="Selected issues">
      <span>{plural(selected.length, 'issue')} selected</span>
      <Button size="small" onClick={() => run({ status: 'resolved' })}>
        Resolve
      </Button>
      <ResolveMenu size="small" change={run} release={release} />
      <IgnoreMenu size="small" change={run} />
      {areAllOpen ? null : (
        <Button size="small" onClick={() => run({ status: 'open' })}>
          Reopen
        </Button>
      )}
      <AssignPicker size="small" change={run} />
      {selected.length > 1 ? <Merge selected={selected} done={() => (clear(), refresh())} /> : null}
      <Button size="small" tone="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

function Merge({ selected, done }: { readonly selected: readonly Issue[]; readonly done: () => void }) {
  const params = useProject();
  const [isOpen, setOpen] = useState(false);
  const [target, ...others] = [...selected].sort((a, b) => b.total.count - a.total.count);
  if (target === undefined) return null;
  const isTooMany = selected.length > MOST_MERGED;
  const merge = async (): Promise<void> => {
    await callApi('POST /api/0/projects/{org}/{project}/issues/{issueId}/merge', {
      params: { ...params, issueId: target.id },
      body: { issues: others.map(({ id }) => id) },
    });
    showToast({ tone: 'good', text: `Merged ${plural(selected.length, 'issue')}.` });
    done();
  };
  return (
    <>
      <Button
        size="small"
        disabled={isTooMany}
        aria-describedby={isTooMany ? 'merge-limit' : undefined}
        onClick={() => setOpen(true)}
      >
        Merge
      </Button>
      {isTooMany ? (
        <span id="merge-limit" className={styles.limit}>
          at most {MOST_MERGED} at once
        </span>
      ) : null}
      <ConfirmDialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        isDangerous={false}
        title={`Merge ${plural(selected.length, 'issue')}?`}
        effects={`${plural(others.length, 'issue')} ${others.length === 1 ? 'becomes' : 'become'} part of “${target.title}”, and so do later events. Its state stays. You can take it apart again on its page.`}
        action="Merge"
        confirm={merge}
      />
    </>
  );
}

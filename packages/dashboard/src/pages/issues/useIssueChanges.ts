import type { InfiniteData } from '@tanstack/react-query';
import { callApi } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { useOptimistic } from '../../api/useOptimistic';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import { changedBy, describeChange, restoring, withChange } from './changeOf';
import { HISTORY, LIST, READ, SUMMARY, type Issue, type IssueChange, type IssueState } from './issue';

interface Input {
  readonly issues: readonly IssueState[];
  /** One for all, or one for each. */
  readonly changes: ReadonlyMap<string, IssueChange>;
}

type Pages = InfiniteData<{ readonly data: readonly Issue[] }>;

const isPages = (answer: unknown): answer is Pages =>
  typeof answer === 'object' && answer !== null && 'pages' in answer;

const isIssue = (answer: unknown): answer is IssueState =>
  typeof answer === 'object' && answer !== null && 'assignee' in answer;

function apply(answer: unknown, { changes }: Input): unknown {
  const changed = <State extends IssueState>(issue: State): State => {
    const change = changes.get(issue.id);
    return change === undefined ? issue : withChange(issue, change);
  };
  if (isPages(answer)) {
    return { ...answer, pages: answer.pages.map((page) => ({ ...page, data: page.data.map(changed) })) };
  }
  return isIssue(answer) ? changed(answer) : answer;
}

/** Changes issues: shown at once, with a message that takes it back, and rolled back if the server refuses. */
export interface IssueChanges {
  /** Does nothing, and says nothing, if it concerns none of them (`changedBy`). */
  readonly change: (issues: readonly IssueState[], change: IssueChange) => void;
}

/** Returns the function that changes issues of the project. */
export function useIssueChanges(): IssueChanges {
  const params = useProject();
  const { mutate } = useOptimistic({
    send: ({ changes }: Input) => sendAll(params, changes),
    keys: [operationKey(LIST), operationKey(SUMMARY), operationKey(READ), operationKey(HISTORY)],
    apply,
    failure: 'The issues were not changed',
  });
  return {
    change: (all, change) => {
      const issues = changedBy(all, change);
      if (issues.length === 0) return;
      const undo = new Map(issues.map((issue) => [issue.id, before(issue, change)]));
      mutate(
        { issues, changes: new Map(issues.map(({ id }) => [id, change])) },
        {
          onSuccess: () =>
            showToast({
              text: describeChange(
                change,
                issues.map(({ title }) => title),
              ),
              topic: issues.map(({ id }) => id).join(' '),
              undo: () => mutate({ issues, changes: undo }),
            }),
        },
      );
    },
  };
}

const before = (issue: IssueState, { status }: IssueChange): IssueChange =>
  status === undefined ? { assignee: issue.assignee } : restoring(issue);

/** The most issues that one request changes. */
const MOST = 100;

interface Group {
  readonly change: IssueChange;
  readonly issues: readonly string[];
}

const inRequests = ({ change, issues }: Group): readonly Group[] =>
  Array.from({ length: Math.ceil(issues.length / MOST) }, (_, index) => ({
    change,
    issues: issues.slice(index * MOST, (index + 1) * MOST),
  }));

/** Issues with the same change are sent together: in one transaction for each request. */
async function sendAll(
  params: { readonly org: string; readonly project: string },
  changes: ReadonlyMap<string, IssueChange>,
): Promise<void> {
  const groups = new Map<string, { readonly change: IssueChange; readonly issues: string[] }>();
  for (const [id, change] of changes) {
    const name = JSON.stringify(change);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { change, issues: [id] });
    else group.issues.push(id);
  }
  for (const { change, issues } of [...groups.values()].flatMap(inRequests)) {
    const { data } = await callApi('POST /api/0/projects/{org}/{project}/issues/changes', {
      params,
      body: { ...change, issues: [...issues] },
    });
    const failed = data.filter(({ outcome }) => outcome === 'not_found' || outcome === 'merged');
    if (failed.length > 0) {
      showToast({ tone: 'bad', text: `${failed.length} of ${issues.length} were merged or deleted meanwhile.` });
    }
  }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { ErrorNote } from '../../components/ErrorNote';
import { TextArea } from '../../components/TextArea';
import { Time } from '../../components/Time';
import { formatCount } from '../../lib/format';
import { showToast } from '../../lib/toasts';
import { useProject } from '../../lib/useProject';
import { useMemberNames } from '../issues/ChangeMenus';
import { HISTORY, type IssueDetail } from '../issues/issue';
import { describeEntry } from './describeEntry';
import styles from './IssuePage.module.css';

const COMMENTS = 'GET /api/0/projects/{org}/{project}/issues/{issueId}/comments';
const COMMENT = '/api/0/projects/{org}/{project}/issues/{issueId}/comments/{commentId}';

/** Entries that are shown at first. */
const FEW = 4;

type Comment = ResponseOf<typeof COMMENTS>['data'][number];

/** Comments and what happened to an issue, newest first, down to its first event. */
export function Activity({ issue }: { readonly issue: IssueDetail }) {
  const params = { ...useProject(), issueId: issue.id };
  const canWrite = useHasRole(params.org, 'member');
  const comments = useQuery(operationQuery(COMMENTS, { params }));
  const history = useQuery(operationQuery(HISTORY, { params, query: { limit: 100 } }));
  const members = useMemberNames();
  const entries = [
    ...(comments.data?.data ?? []).map((comment) => ({ at: comment.createdAt, comment })),
    ...(history.data?.data ?? []).map((change) => ({ at: change.createdAt, change })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || entries.length <= FEW + 1 ? entries : entries.slice(0, FEW);
  return (
    <section className={styles.card} aria-labelledby="activity" aria-busy={comments.isPending || history.isPending}>
      <header className={styles.cardHead}>
        <h2 id="activity">Activity</h2>
      </header>
      {canWrite ? <NewComment issueId={issue.id} /> : null}
      <ErrorNote error={comments.error ?? history.error} />
      <ol className={styles.activity}>
        {shown.map((entry) =>
          'comment' in entry ? (
            <CommentView key={`c${entry.comment.id}`} issueId={issue.id} comment={entry.comment} />
          ) : (
            <li key={`h${entry.change.id}`}>
              <p>
                <b>{entry.change.actor ?? 'Sluice'}</b> {describeEntry(entry.change, members)}
              </p>
              <Time at={entry.at} />
            </li>
          ),
        )}
        {shown.length === entries.length ? null : (
          <li>
            <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
              Show all {formatCount(entries.length)}
            </Button>
          </li>
        )}
        <li>
          <p>
            <b>First seen</b>
            {issue.firstRelease === null ? '' : ` in release ${issue.firstRelease}`}
          </p>
          <Time at={issue.total.firstSeen} />
        </li>
      </ol>
    </section>
  );
}

function NewComment({ issueId }: { readonly issueId: string }) {
  const params = { ...useProject(), issueId };
  const client = useQueryClient();
  const [written, setWritten] = useState('');
  const add = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/projects/{org}/{project}/issues/{issueId}/comments', { params, body: { text: written } }),
    onSuccess: () => {
      setWritten('');
      return client.invalidateQueries({ queryKey: operationKey(COMMENTS) });
    },
  });
  return (
    <form
      className={styles.comment}
      onSubmit={(event) => {
        event.preventDefault();
        if (written.trim() !== '') add.mutate();
      }}
    >
      <TextArea
        label="Comment"
        hideLabel
        rows={2}
        maxLength={10_000}
        data-comment=""
        placeholder="Comment for your team"
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
      <ErrorNote error={add.error} />
      {written.trim() === '' ? null : (
        <Button type="submit" size="small" busy={add.isPending}>
          Comment
        </Button>
      )}
    </form>
  );
}

function CommentView({ issueId, comment }: { readonly issueId: string; readonly comment: Comment }) {
  const params = { ...useProject(), issueId, commentId: comment.id };
  const client = useQueryClient();
  const [draft, setDraft] = useState<string>();
  const done = () => {
    setDraft(undefined);
    return client.invalidateQueries({ queryKey: operationKey(COMMENTS) });
  };
  const edit = useMutation({
    mutationFn: (edited: string) => callApi(`PATCH ${COMMENT}`, { params, body: { text: edited } }),
    onSuccess: done,
  });
  const [isAsked, setAsked] = useState(false);
  return (
    <li>
      <p>
        <b>{comment.actor ?? 'Somebody'}</b> commented{comment.editedAt === null ? '' : ', edited'}
      </p>
      <Time at={comment.createdAt} />
      {draft === undefined ? (
        <p className={styles.words}>{comment.text}</p>
      ) : (
        <TextArea label="Comment" hideLabel value={draft} onChange={({ target }) => setDraft(target.value)} />
      )}
      <ErrorNote error={edit.error} />
      {!comment.deletable ? null : draft === undefined ? (
        <span className={styles.commentActions}>
          {comment.own ? (
            <Button size="small" tone="quiet" onClick={() => setDraft(comment.text)}>
              Edit
            </Button>
          ) : null}
          <Button size="small" tone="quiet" onClick={() => setAsked(true)}>
            Delete
          </Button>
        </span>
      ) : (
        <span className={styles.commentActions}>
          <Button size="small" busy={edit.isPending} disabled={draft.trim() === ''} onClick={() => edit.mutate(draft)}>
            Save
          </Button>
          <Button size="small" tone="quiet" onClick={() => setDraft(undefined)}>
            Cancel
          </Button>
        </span>
      )}
      <DeleteComment comment={comment} issueId={issueId} isOpen={isAsked} close={() => setAsked(false)} />
    </li>
  );
}

interface DeleteCommentProps {
  readonly issueId: string;
  readonly comment: Comment;
  readonly isOpen: boolean;
  readonly close: () => void;
}

function DeleteComment({ issueId, comment, isOpen, close }: DeleteCommentProps) {
  const params = { ...useProject(), issueId, commentId: comment.id };
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    await callApi(`DELETE ${COMMENT}`, { params });
    showToast({ text: 'Deleted the comment.' });
    await Promise.all([
      client.invalidateQueries({ queryKey: operationKey(COMMENTS) }),
      client.invalidateQueries({ queryKey: operationKey(HISTORY) }),
    ]);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      close={close}
      title={comment.own ? 'Delete your comment?' : `Delete the comment of ${comment.actor ?? 'somebody'}?`}
      effects={
        comment.own
          ? 'It is deleted permanently.'
          : 'It is deleted permanently. The activity of the issue and the audit log say that you deleted it.'
      }
      action="Delete the comment"
      confirm={remove}
    />
  );
}

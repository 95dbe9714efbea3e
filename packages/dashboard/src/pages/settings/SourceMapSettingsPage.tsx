import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { ErrorState } from '../../components/ErrorState';
import { Input } from '../../components/Input';
import { Link } from '../../components/Link';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { StatLine } from '../../components/StatLine';
import { Time } from '../../components/Time';
import { formatBytes, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import forms from '../../styles/forms.module.css';
import text from '../../styles/text.module.css';
import { groupMaps, type MapGroup } from './groupMaps';
import styles from './Settings.module.css';

const LIST = 'GET /api/0/projects/{org}/{project}/sourcemaps';

type SourceMap = ResponseOf<typeof LIST>['data'][number];

/** What is about to be deleted: one map, or all of a release. */
type Deletion =
  { readonly release: string; readonly map?: undefined } | { readonly release: string | null; readonly map: SourceMap };

const titleOf = (release: string | null): string => release ?? 'Without a release';

/** `/{org}/{project}/settings/sourcemaps`. */
export function SourceMapSettingsPage() {
  const params = useProject();
  const { file = '' } = useSearch();
  const setSearch = useSetSearch();
  const canDelete = useHasRole(params.org, 'member');
  const list = useList(LIST, { params, query: file === '' ? {} : { filename: file } });
  const [deletion, setDeletion] = useState<Deletion>();
  const groups = groupMaps(list.rows);
  const bytes = list.rows.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      <PageHead
        title="Source maps"
        sum={
          <StatLine
            isLoading={list.isLoading && list.rows.length === 0}
            facts={[
              `${plural(list.rows.length, 'map')}${list.hasMore ? ' shown' : ''} of ${plural(groups.length, 'release')}`,
              formatBytes(bytes),
            ]}
          />
        }
      />
      <div className={styles.parts}>
        <Input
          label="Exact filename"
          placeholder="assets/app-4f1c.js"
          data-search
          value={file}
          onChange={({ target }) => setSearch({ file: target.value }, { replace: true })}
        />
        {list.error !== null && list.rows.length === 0 ? (
          <ErrorState title="The source maps could not be loaded" error={list.error} retry={list.retry} />
        ) : list.isLoading && list.rows.length === 0 ? (
          <Skeleton width="100%" height="240px" />
        ) : groups.length === 0 ? (
          <EmptyState title="No source maps" actions={<Link to="setup">Set up the build plugin</Link>}>
            Without a map, frames of minified files show positions in the bundle. The build plugin or{' '}
            <code>sluice sourcemaps upload</code> uploads them.
          </EmptyState>
        ) : (
          groups.map(({ release, maps, size }) => (
            <ReleaseMaps
              key={release ?? ''}
              {...{ release, maps, size }}
              onDelete={canDelete ? setDeletion : undefined}
            />
          ))
        )}
        {list.hasMore ? <Button onClick={list.loadMore}>Load more</Button> : null}
      </div>
      <DeleteDialog deletion={deletion} close={() => setDeletion(undefined)} />
    </>
  );
}

interface GroupProps extends MapGroup<SourceMap> {
  /** Unset if the reader may not delete maps. */
  readonly onDelete: ((deletion: Deletion) => void) | undefined;
}

const ReleaseMaps = ({ release, maps, size, onDelete }: GroupProps) => (
  <Section
    title={titleOf(release)}
    note={`${plural(maps.length, 'map')}, ${formatBytes(size)}`}
    isFlush
    actions={
      release === null ? null : (
        <>
          <Link to={`releases/${encodeURIComponent(release)}`} className={text.link}>
            Open the release
          </Link>
          {onDelete !== undefined ? (
            <Button size="small" onClick={() => onDelete({ release })}>
              Delete all
            </Button>
          ) : null}
        </>
      )
    }
  >
    <MapTable
      release={release}
      maps={maps}
      onDelete={onDelete !== undefined ? (map) => onDelete({ release, map }) : undefined}
    />
  </Section>
);

interface TableProps {
  readonly release: string | null;
  readonly maps: readonly SourceMap[];
  readonly onDelete: ((map: SourceMap) => void) | undefined;
}

const MapTable = ({ release, maps, onDelete }: TableProps) => (
  <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Source maps: ${titleOf(release)}`}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col" className={styles.number}>
            Size
          </th>
          <th scope="col">Uploaded</th>
          <th scope="col">
            <span className={text.hidden}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {maps.map((map) => (
          <tr key={map.id}>
            <td>
              <code>{map.filename}</code> {map.needsUpload ? <Badge tone="bad">upload it again</Badge> : null}
              {map.debugId === null ? null : <div className={forms.hint}>Debug id {map.debugId}</div>}
              {map.problems.length === 0 ? null : <div className={forms.hint}>{map.problems.join(' ')}</div>}
            </td>
            <td className={styles.number}>{formatBytes(map.size)}</td>
            <td>
              <Time at={map.uploadedAt} />
            </td>
            <td className={styles.number}>
              {onDelete === undefined ? null : (
                <Button size="small" tone="quiet" aria-label={`Delete ${map.filename}`} onClick={() => onDelete(map)}>
                  Delete
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Returns which frames a map resolves. */
const framesOf = ({ release, debugId }: SourceMap): string =>
  [
    ...(release === null ? [] : [`of this file in ${release}`]),
    ...(debugId === null ? [] : [`with the debug id ${debugId}`]),
  ].join(' or ');

function DeleteDialog({ deletion, close }: { readonly deletion: Deletion | undefined; readonly close: () => void }) {
  const params = useProject();
  const client = useQueryClient();
  const { release = '', map } = deletion ?? {};
  const what = map === undefined ? `all source maps of ${release ?? ''}` : `the source map of ${map.filename}`;
  return (
    <ConfirmDialog
      isOpen={deletion !== undefined}
      close={close}
      title={`Delete ${what}?`}
      effects={
        <p>
          Frames {map === undefined ? `of the files of ${release ?? ''}` : framesOf(map)} show positions in the bundle
          within a second, in stored and in new exceptions, until the {map === undefined ? 'maps are' : 'map is'}{' '}
          uploaded again. The exceptions stay, and their issues do not change.
        </p>
      }
      action={map === undefined ? 'Delete all maps' : 'Delete the map'}
      confirm={async () => {
        if (deletion?.map === undefined) {
          await callApi('DELETE /api/0/projects/{org}/{project}/sourcemaps', {
            params,
            query: { release: deletion?.release ?? '' },
          });
        } else {
          await callApi('DELETE /api/0/projects/{org}/{project}/sourcemaps/{id}', {
            params: { ...params, id: deletion.map.id },
          });
        }
        await client.invalidateQueries({ queryKey: operationKey(LIST) });
      }}
    />
  );
}

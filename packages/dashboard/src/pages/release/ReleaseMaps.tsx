import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey } from '../../api/operationQuery';
import { useList } from '../../api/useList';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { Moment } from '../../components/Moment';
import { ListTable, type SimpleColumn } from '../../components/SimpleTable';
import { formatBytes, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import type { Release } from './release';

const LIST = 'GET /api/0/projects/{org}/{project}/sourcemaps';
const READ = 'GET /api/0/projects/{org}/{project}/releases/{version}';

type SourceMap = ResponseOf<typeof LIST>['data'][number];

/** What is to be deleted: one map, or all of the release. */
type Target = SourceMap | 'all' | undefined;

const columnsOf = (remove: ((map: SourceMap) => void) | undefined): readonly SimpleColumn<SourceMap>[] => [
  {
    title: 'File',
    render: ({ filename, problems, needsUpload }) => (
      <>
        <span className={text.mono}>{filename}</span>{' '}
        {needsUpload ? (
          <Badge tone="warn">upload again</Badge>
        ) : problems.length > 0 ? (
          <Badge tone="warn">{plural(problems.length, 'problem')}</Badge>
        ) : null}
      </>
    ),
  },
  { title: 'Size', isNumber: true, width: '90px', render: ({ size }) => formatBytes(size) },
  {
    title: 'Uploaded',
    isNumber: true,
    isWide: true,
    width: '120px',
    render: ({ uploadedAt }) => <Moment at={uploadedAt} />,
  },
  ...(remove === undefined
    ? []
    : [
        {
          title: 'Delete',
          isNumber: true,
          width: '80px',
          render: (map: SourceMap) => (
            <Button tone="quiet" size="small" onClick={() => remove(map)} aria-label={`Delete ${map.filename}`}>
              Delete
            </Button>
          ),
        },
      ]),
];

/** The source maps of a release. */
export function ReleaseMaps({ release, mayWrite }: { readonly release: Release; readonly mayWrite: boolean }) {
  const params = useProject();
  const client = useQueryClient();
  const [target, setTarget] = useState<Target>();
  const { version } = release;
  const list = useList(LIST, { params, query: { release: version } });
  const remove = async (): Promise<void> => {
    if (target === 'all') {
      await callApi('DELETE /api/0/projects/{org}/{project}/sourcemaps', { params, query: { release: version } });
    } else if (target !== undefined) {
      await callApi('DELETE /api/0/projects/{org}/{project}/sourcemaps/{id}', { params: { ...params, id: target.id } });
    }
    await Promise.all(
      [LIST, READ].map((name) => client.invalidateQueries({ queryKey: operationKey(name as typeof LIST) })),
    );
  };
  const isAll = target === 'all';
  return (
    <Card
      title="Source maps"
      note={
        mayWrite && release.sourceMaps > 0 ? (
          <Button tone="quiet" size="small" onClick={() => setTarget('all')}>
            Delete all
          </Button>
        ) : (
          plural(release.sourceMaps, 'map')
        )
      }
    >
      <ListTable
        caption="Source maps"
        list={list}
        columns={columnsOf(mayWrite ? setTarget : undefined)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No source maps">
            Frames of this release stay unresolved. Upload them:{' '}
            <code>sluice sourcemaps upload dist --release {version}</code>
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={target !== undefined}
        close={() => setTarget(undefined)}
        title={isAll ? `Delete all source maps of ${version}?` : `Delete the map of ${target?.filename ?? ''}?`}
        action={isAll ? `Delete ${plural(release.sourceMaps, 'map')}` : 'Delete map'}
        effects={
          <p>
            Frames of {isAll ? version : 'this file'} stop resolving within a second, in stored exceptions and new ones,
            until the {isAll ? 'maps are' : 'map is'} uploaded again. Stored exceptions and how they are grouped do not
            change. The {isAll ? 'maps' : 'map'} cannot be restored from here.
          </p>
        }
        confirm={remove}
      />
    </Card>
  );
}

import type { ResponseOf } from '../../api/callApi';
import { SimpleTable, type SimpleColumn } from '../../components/SimpleTable';
import { Time } from '../../components/Time';
import { formatCount, formatShare } from '../../lib/format';
import { POOL_NAMES } from './poolNames';
import styles from './Usage.module.css';

type Pool = ResponseOf<'GET /api/0/organizations/{org}/stats'>['pools'][number];

const COLUMNS: readonly SimpleColumn<Pool>[] = [
  { title: 'Pool', render: ({ pool }) => <div className={styles.name}>{POOL_NAMES[pool]}</div> },
  { title: 'Used', isNumber: true, render: ({ used }) => formatCount(used) },
  { title: 'Limit', isNumber: true, render: ({ limit }) => (limit === null ? 'none' : formatCount(limit)) },
  { title: 'Share', width: '22%', isWide: true, render: (pool) => <Share {...pool} /> },
  { title: 'Projected', isNumber: true, render: (pool) => <Projection {...pool} /> },
];

/** The pools of the monthly quotas: used, limit, share, and where they will be at the end of the month. */
export const PoolTable = ({ pools }: { readonly pools: readonly Pool[] | undefined }) => (
  <SimpleTable
    caption="Quotas"
    columns={COLUMNS}
    rows={pools ?? []}
    rowKey={({ pool }) => pool}
    skeletons={pools === undefined ? Object.keys(POOL_NAMES).length : 0}
  />
);

function Share({ used, limit }: Pool) {
  if (limit === null) return <>–</>;
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  return (
    <div className={styles.share}>
      <div className={styles.track}>
        <div className={share >= 1 ? styles.full : styles.fill} style={{ width: `${share * 100}%` }} />
      </div>
      {formatShare(share)}
    </div>
  );
}

function Projection({ projected, limit, used, reachesLimitAt }: Pool) {
  if (projected === null) return <>–</>;
  return (
    <>
      {formatCount(projected)}
      {reachesLimitAt === null ? null : (
        <div className={styles.over}>
          {limit !== null && used >= limit ? 'used up: events are refused' : 'used up on '}
          {limit !== null && used >= limit ? null : <Time at={reachesLimitAt} form="day" />}
        </div>
      )}
    </>
  );
}

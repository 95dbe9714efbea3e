// When rows were stored: the times of the commits that brought them, as PostgreSQL keeps them.

/** @returns {Promise<{ at: number, rows: number }[]>} the commits that stored rows of `table`, in order; `at` in milliseconds since 1970 */
export async function readCommits(db, table, sinceId = '00000000-0000-0000-0000-000000000000') {
  const { rows } = await db.pool.query(
    `select extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at, count(*)::int as rows
     from ${table} where id >= $1 group by xmin order by 1`,
    [sinceId],
  );
  return rows;
}

/**
 * Rows per second from the first commit to the last. What the first commit stored was made before it, so it does not count.
 * @returns {{ rows: number, perSecond: number, fromMs: number, toMs: number, commits: number, rowsOfCommit: number }}
 */
export function rateOf(commits) {
  const rows = commits.reduce((sum, commit) => sum + commit.rows, 0);
  const [first, last] = [commits[0], commits.at(-1)];
  if (first === undefined || first === last) throw new Error(`${commits.length} commits: too few rows to tell a rate`);
  return {
    rows,
    perSecond: (1_000 * (rows - first.rows)) / (last.at - first.at),
    fromMs: first.at,
    toMs: last.at,
    commits: commits.length,
    rowsOfCommit: rows / commits.length,
  };
}

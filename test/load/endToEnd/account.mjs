// The accounting identity, over everything that a run sent: the client's ledger = tallies = usage = rows + dead letters.
import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_TABLES } from './lag.mjs';

const REFUSALS = ['filtered', 'rate_limited', 'quota_exceeded', 'invalid'];
/** Refusals are rolled up into usage in the background. */
const ROLL_UP_MS = 30_000;

const storedSql = EVENT_TABLES.map((table) => `select project_id, count(*) as n from ${table} group by 1`).join(
  ' union all ',
);

async function readProjects(db) {
  const { rows } = await db.pool.query(
    `with stored as (select project_id, sum(n) as n from (${storedSql}) as s group by 1),
       letters as (select project_id, sum(events) as n from dead_letters group by 1),
       counted as (select project_id, outcome, sum(count) as n from usage group by 1, 2)
     select p.id, coalesce(s.n, 0)::float8 as stored, coalesce(l.n, 0)::float8 as letters,
       (select coalesce(jsonb_object_agg(outcome, n), '{}') from counted c where c.project_id = p.id) as usage
     from projects p left join stored s on s.project_id = p.id left join letters l on l.project_id = p.id`,
  );
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/**
 * Where one project's numbers disagree, in words. What ended without a tally (`unknown`, `duplicate`) may be stored or not.
 * @param entry the client's ledger @param found `{ stored, letters, usage }` of the database
 */
export function disagreements(entry, { stored, letters, usage }) {
  const problems = [];
  const tallied = entry.processed + REFUSALS.reduce((sum, outcome) => sum + entry[outcome], 0);
  const open = entry.unknown + entry.duplicate;
  if (tallied + open !== entry.sent) problems.push(`sent ${entry.sent}, answered ${tallied}, without a tally ${open}`);
  const processed = usage.processed ?? 0;
  if (processed < entry.processed || processed > entry.processed + open) {
    problems.push(`tallies say ${entry.processed} processed (+ ${open} open), usage says ${processed}`);
  }
  if (stored + letters !== processed)
    problems.push(`usage says ${processed}, stored ${stored}, dead letters ${letters}`);
  for (const outcome of REFUSALS) {
    const counted = usage[outcome] ?? 0;
    if (counted < entry[outcome] || counted > entry[outcome] + open) {
      problems.push(`tallies say ${entry[outcome]} ${outcome}, usage says ${counted}`);
    }
  }
  return problems;
}

/** @returns {Promise<{ holds: boolean, sent: number, processed: number, refused: number, withoutTally: number, deadLetters: number, problems: string[] }>} */
export async function checkAccount(db, projects, ledger) {
  const deadline = Date.now() + ROLL_UP_MS;
  for (;;) {
    const found = await readProjects(db);
    const problems = projects.flatMap(({ id }, i) =>
      disagreements(ledger[i], found.get(id)).map((problem) => `project ${id}: ${problem}`),
    );
    if (problems.length === 0 || Date.now() > deadline) return summary(ledger, found, problems);
    await delay(500);
  }
}

function summary(ledger, found, problems) {
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return {
    holds: problems.length === 0,
    sent: sum(ledger.map(({ sent }) => sent)),
    processed: sum(ledger.map(({ processed }) => processed)),
    refused: sum(ledger.flatMap((entry) => REFUSALS.map((outcome) => entry[outcome]))),
    withoutTally: sum(ledger.map(({ unknown, duplicate }) => unknown + duplicate)),
    deadLetters: sum([...found.values()].map(({ letters }) => letters)),
    problems: problems.slice(0, 10),
  };
}

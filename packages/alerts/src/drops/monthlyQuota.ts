import { endOfMonth, monthOf, POOLS, type Pool } from '@sluice/contract';
import { number, text } from '../words/details.js';
import type { Drop, DropKindOf, DropSearch } from './drop.js';
import { lateBefore } from './searchWindow.js';

/** Percent of a monthly quota that are reported. */
const QUOTA_PERCENTS = [100, 80];

/** The use of a monthly quota. */
export interface QuotaUse {
  readonly organizationId: string;
  readonly pool: Pool;
  readonly count: number;
  readonly limit: number;
  /** YYYYMM. */
  readonly month: number;
}

/** The month before, too, until it is settled: its last events may have reached a quota. One statement for each organization with a quota. */
const search: DropSearch = {
  name: 'monthly_quotas',
  find: async (facts, _rules, { nowMs, settledMs, sinceMs }) => {
    const months = new Set([monthOf(nowMs), monthOf(lateBefore(sinceMs))]);
    const uses: QuotaUse[] = [];
    for (const { organizationId, monthly } of await facts.monthlyLimits()) {
      for (const month of months) {
        const totals = await facts.monthTotals(organizationId, month);
        for (const pool of POOLS) {
          const limit = monthly[pool] ?? null;
          if (limit !== null) uses.push({ organizationId, pool, count: totals[pool], limit, month });
        }
      }
    }
    return { drops: quotaDrops(uses), untilMs: Math.max(sinceMs, Math.min(nowMs, settledMs)) };
  },
};

/** Returns the monthly quotas of which 80 % or all is used: each once for a month and limit, the higher only if both are new. */
export const quotaDrops = (uses: readonly QuotaUse[]): readonly Drop[] =>
  uses.flatMap(({ organizationId, pool, count, limit, month }) => {
    const percent = limit === 0 ? 100 : Math.floor((100 * count) / limit);
    const reached = QUOTA_PERCENTS.find((one) => percent >= one);
    // A quota of 0 is a decision to accept nothing.
    if (reached === undefined || limit === 0) return [];
    const about = { kind: 'monthly_quota', organizationId, projectId: null, what: `${pool}:${reached}` } as const;
    const lastMs = endOfMonth(month) - 1;
    return [{ ...about, occurrence: `${month} ${limit}`, lastMs, details: { percent, pool, count, limit, month } }];
  });

/** 80 % or all of a monthly quota of the organization is used. */
export const monthlyQuota: DropKindOf<'monthly_quota'> = {
  kind: 'monthly_quota',
  when: '80 % or 100 % of a monthly quota is used',
  label: 'Monthly quota',
  title: 'Monthly quota',
  plural: 'monthly quota alerts',
  search,
  isOfOrganization: true,
  lasts: true,
  titleOf: ({ pool, percent }) =>
    typeof pool === 'string' ? `Monthly quota of ${pool}: ${String(percent)} % used` : undefined,
  severity: (details) => (Number(details['percent']) >= 100 ? 'error' : 'warning'),
  page: (pages) => pages.quotas(),
  reason: (details, at) => {
    const used = `${number(details, 'count')} of ${number(details, 'limit')}`;
    const present = monthOf(at?.getTime() ?? 0);
    const month = Number(details['month'] ?? present);
    const name = `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`;
    const share = `${number(details, 'percent')} % of the ${text(details, 'pool')} quota for ${name}`;
    if (month !== present) return `${share} was used: ${used}.`;
    const refused = Number(details['percent']) >= 100 ? ' Further events are refused until the month ends.' : '';
    return `${share} is used: ${used}.${refused}`;
  },
};

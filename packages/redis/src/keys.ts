/**
 * Every key of this package, except those of queue shards (`shard/shardKeys.ts`). Keys that one script uses share a hash
 * tag, so that all scripts run on Redis Cluster:
 *
 * | key | type | holds |
 * |---|---|---|
 * | `sl:{org:<id>}:ledger` | hash | counters of an organization (fields: `allowance/ledgerFields.ts`) |
 * | `sl:{org:<id>}:record:<hash>` | string, expires | batch record: the decision on a batch with processed events |
 * | `sl:{org:<id>}:answer:<hash>:<nonce>` | string, expires | answer to one call that processed nothing or charged a spooled batch, or `undone` |
 * | `sl:{organizations}` | set | organizations whose ledger was ever seeded |
 * | `sl:{settings}:keys` | hash | key name → version and project |
 * | `sl:{settings}:changes` | stream, trimmed | key names in the order of their changes |
 * | `sl:{settings}:complete` | string, expires | present while the projection is known complete |
 * | `sl:{settings}:followed` | string, expires | present while housekeeping writes changed settings here |
 * | `sl:{backlog}:flag` | string, expires | hold-off in seconds while the queues are behind |
 * | `sl:{backlog}:heartbeat` | string, expires | present while the backlog monitor runs |
 * | `sl:{backlog}:waits` | string, expires | JSON: how long exceptions and logs wait (`backlogWaits.ts`) |
 * | `sl:{probe:<n>}` | string, expires | nothing: readiness writes it |
 * | `sl:{visitors}:<day>` | string, expires | key of the UTC day that hashes addresses of visitors |
 */
export const keys = {
  ledger: (organizationId: string): string => `sl:{org:${organizationId}}:ledger`,
  record: (organizationId: string, hash: string): string => `sl:{org:${organizationId}}:record:${hash}`,
  answer: (organizationId: string, hash: string, nonce: string): string =>
    `sl:{org:${organizationId}}:answer:${hash}:${nonce}`,
  organizations: 'sl:{organizations}',
  settings: 'sl:{settings}:keys',
  settingsChanges: 'sl:{settings}:changes',
  settingsComplete: 'sl:{settings}:complete',
  settingsFollowed: 'sl:{settings}:followed',
  backlogFlag: 'sl:{backlog}:flag',
  backlogHeartbeat: 'sl:{backlog}:heartbeat',
  backlogWaits: 'sl:{backlog}:waits',
  probe: (tag: number): string => `sl:{probe:${tag}}`,
  visitors: (day: string): string => `sl:{visitors}:${day}`,
} as const;

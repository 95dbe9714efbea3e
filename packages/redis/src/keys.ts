/**
 * Every key of this package except the shards'. Keys that one script touches share a hash tag, so that all of it runs
 * on a Redis Cluster:
 *
 * | key | type | holds |
 * |---|---|---|
 * | `sl:{org:<id>}:ledger` | hash | counters of an organization (fields: `allowance/ledgerFields.ts`) |
 * | `sl:{org:<id>}:record:<hash>` | string, expires | the decision on a batch of which something was processed |
 * | `sl:{org:<id>}:answer:<hash>:<nonce>` | string, expires | the answer to one call that let nothing through or charged a spooled batch, or `undone` |
 * | `sl:{organizations}` | set | organizations that were ever seeded here |
 * | `sl:{settings}:keys` | hash | public key → version and project |
 * | `sl:{settings}:changes` | stream, trimmed | public keys in the order of their changes |
 * | `sl:{settings}:complete` | string, expires | present while the projection is known complete |
 * | `sl:{settings}:followed` | string, expires | present while somebody brings changed settings here |
 * | `sl:{backlog}:flag` | string, expires | hold-off in seconds while the queues are behind |
 * | `sl:{backlog}:heartbeat` | string, expires | present while the monitor lives |
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
} as const;

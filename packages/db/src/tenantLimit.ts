import { TenancyError } from './tenancyError.js';

/**
 * How much of something an organization may have. What exists beyond a limit that was lowered stays and works; no more can be added.
 */
export interface TenantLimit {
  readonly most: number;
  /** Name of the setting that raises it, for the message. */
  readonly setting: string;
}

/** Checks that there is room for more. @param what such as `projects` @throws TenancyError `limit_reached` */
export function assertRoomFor(
  { most, setting }: TenantLimit,
  { count, added = 1 }: { readonly count: number; readonly added?: number },
  what: string,
): void {
  if (count + added <= most) return;
  const more = added === 1 ? '' : `, ${added} more are too many`;
  throw new TenancyError(
    'limit_reached',
    `the organization has ${count} ${what}${more}: the limit is ${most}. Delete some, or ask the operator to raise ${setting}`,
  );
}

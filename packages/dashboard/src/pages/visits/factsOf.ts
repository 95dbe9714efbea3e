import type { Visits } from './visitParts';

/** `1.5 visits` of a ratio, with one decimal. */
function ratio(count: number, per: number, one: string): string {
  const rounded = Number((count / per).toFixed(1));
  return `${rounded.toLocaleString('en-US')} ${rounded === 1 ? one : `${one}s`}`;
}

/** Returns what the totals mean in words. The totals themselves are in the tiles below. */
export function factsOf({ visitors, visits, pageviews }: Visits['totals']): readonly string[] {
  if (visits === 0 || visitors === 0) return [];
  return [`${ratio(pageviews, visits, 'page view')} per visit`, `${ratio(visits, visitors, 'visit')} per visitor`];
}

import type { QueryOf, ResponseOf } from '../../api/callApi';

/** The operation that counts visits. */
export const VISITS = 'GET /api/0/projects/{org}/{project}/visits';

/** Visits over time. */
export type Visits = ResponseOf<typeof VISITS>;

/** A property of visits. */
export type Dimension = NonNullable<QueryOf<'GET /api/0/projects/{org}/{project}/visits/breakdown'>>['dimension'];

/** The words of each property: its name, what is counted of it, and what an empty value means. */
export const DIMENSIONS: Readonly<
  Record<Dimension, { readonly name: string; readonly unit: 'visits' | 'pageviews' | 'customs'; readonly none: string }>
> = {
  page: { name: 'Page', unit: 'pageviews', none: 'Without an address' },
  entry: { name: 'Entry page', unit: 'visits', none: 'Without an address' },
  referrer: { name: 'Referrer', unit: 'visits', none: 'Direct, or the same site' },
  browser: { name: 'Browser', unit: 'visits', none: 'Unknown' },
  os: { name: 'System', unit: 'visits', none: 'Unknown' },
  device: { name: 'Device', unit: 'visits', none: 'Unknown' },
  custom: { name: 'Custom hit', unit: 'customs', none: 'Without a name' },
  release: { name: 'Release', unit: 'visits', none: 'Without a release' },
};

/** Names of what is counted, for one and for a title. */
export const UNITS = {
  visits: ['visit', 'Visits'],
  pageviews: ['page view', 'Page views'],
  customs: ['custom hit', 'Custom hits'],
} as const;

/** Hits with a property. */
export interface VisitPart {
  readonly dimension: Dimension;
  readonly value: string;
}

const isDimension = (name: string | undefined): name is Dimension =>
  name !== undefined && Object.hasOwn(DIMENSIONS, name);

/** Returns the part that the search parameters `by` and `is` name. An empty value is written `(none)`: the URL has no empty ones. */
export const readPart = ({ by, is }: { readonly by?: string; readonly is?: string }): VisitPart | undefined =>
  isDimension(by) && is !== undefined ? { dimension: by, value: is === NONE ? '' : is } : undefined;

/** Returns the search parameters of a part. */
export const writePart = ({ dimension, value }: VisitPart): { readonly by: string; readonly is: string } => ({
  by: dimension,
  is: value === '' ? NONE : value,
});

const NONE = '(none)';

/** The value of a property in words. Kinds of devices are stored in lower case. */
export const nameOf = ({ dimension, value }: VisitPart): string => {
  if (value === '') return DIMENSIONS[dimension].none;
  if (value === '(other)') return 'All others';
  return dimension === 'device' ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
};

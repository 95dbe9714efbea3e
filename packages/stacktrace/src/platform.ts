import type { Json } from '@sluice/contract';

/** Returns the `platform` of an exception's payload; `null` if it names none. */
export const readPlatform = ({ platform }: Readonly<Record<string, Json>>): string | null =>
  typeof platform === 'string' && platform !== '' ? platform : null;

/** Whether stacks of a platform are JavaScript: they have bundles, minified names and source maps. */
export const isJavaScript = (platform: string | null): boolean =>
  platform === null || platform === 'javascript' || platform === 'node';

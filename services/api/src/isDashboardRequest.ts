import { SERVED_PATHS } from '@sluice/contract';
import type { IncomingMessage } from 'node:http';

type RequestHead = Partial<Pick<IncomingMessage, 'method' | 'url' | 'headers'>>;

/** What other parts of the public port serve, to browsers too. */
const OTHER_PATHS = new RegExp(`^/(?:${SERVED_PATHS.join('|')})(?:/|$)`);
const FILES = /^\/_app\//;

/**
 * Returns whether the dashboard answers a request: its files, and every URL that a browser opens as a page. Programs that do not
 * ask for `text/html` get what they got without a dashboard.
 */
export function isDashboardRequest({ method, url = '', headers = {} }: RequestHead): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (FILES.test(path)) return true;
  return !OTHER_PATHS.test(path) && /\btext\/html\b/i.test(headers.accept ?? '');
}

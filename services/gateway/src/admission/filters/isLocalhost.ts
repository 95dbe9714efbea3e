import type { AcceptedEvent } from '@sluice/contract';
import { parsePageUrl } from '../../http/parsePageUrl.js';
import type { UnknownObject } from '../jsonObject.js';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|::1)$/;

/** Contexts in which an event may say on which page it happened. */
const PAGE_CONTEXTS = ['page.url', 'url.full', 'url'] as const;

/** Whether a host is this machine: `localhost`, a name under it, or a loopback address. */
const isLocalHost = (host: string): boolean => LOOPBACK.test(host);

/** What the request says about where its events happened. */
export interface PageFacts {
  /** Host of `Origin`, or of `Referer`. */
  readonly pageHost: string | undefined;
  /** The client's address, shortest form. */
  readonly address: string;
}

/**
 * Filter `localhost`: an event that happened on a page of a developer's own machine: by its own address, else by the
 * request's page, else (no page at all) by the client's address.
 */
export function isLocalhost(event: AcceptedEvent, { pageHost, address }: PageFacts): boolean {
  const host = hostOf(event) ?? pageHost;
  return isLocalHost(host ?? address);
}

function hostOf({ payload, contexts }: AcceptedEvent): string | undefined {
  const { url } = payload as UnknownObject;
  if (typeof url === 'string') return parsePageUrl(url)?.host;
  if (contexts === undefined) return undefined;
  for (const key of PAGE_CONTEXTS) {
    const value = (contexts as UnknownObject)[key];
    if (typeof value === 'string') return parsePageUrl(value)?.host;
  }
  return undefined;
}

import { type UnknownObject, type AcceptedEvent } from '@sluice/contract';
import { parsePageUrl } from './parsePageUrl.js';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|::1)$/;

/** Contexts that may contain the URL of the page. */
const PAGE_CONTEXTS = ['page.url', 'url.full', 'url'] as const;

/** Facts about the request from which the page of its events is derived. */
export interface PageFacts {
  /** Host of `Origin`, or of `Referer`. */
  readonly pageHost: string | undefined;
  /** The client's address in its shortest form. */
  readonly address: string;
}

/**
 * Whether an event happened on a page of a developer's machine (filter `localhost`). Checks the event's page, else the request's
 * page, else the client's address.
 */
export function isLocalhost(event: AcceptedEvent, { pageHost, address }: PageFacts): boolean {
  return LOOPBACK.test(hostOf(event) ?? pageHost ?? address);
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

import type { Random } from '../random.js';
import { buildShop } from '../shop/buildShop.js';
import type { ShopRelease } from '../shop/shopRelease.js';
import type { Visitor } from '../shop/visitor.js';
import { BROWSER_FAULTS, type BrowserFault, type MinifiedCall } from './browserFaults.js';
import { stackText, type Call } from './stackText.js';

/** What a visitor did before an exception, newest last. */
export type Breadcrumb = object;

/** An exception of a page. */
export interface BrowserException {
  readonly payload: object;
  /** Whether the page is lost: React unmounts it after an unhandled error. */
  readonly isFatal: boolean;
}

/**
 * Returns an exception that this page may throw in the visitor's release and engine, formatted like the browser does;
 * `undefined` if it throws none. @param didFail whether a request of the page failed, which an `OrderError` reports
 */
export function browserException(
  chance: Random,
  visitor: Visitor,
  route: string,
  { didFail, trail }: { readonly didFail: boolean; readonly trail: readonly Breadcrumb[] },
): BrowserException | undefined {
  const fault = BROWSER_FAULTS.find((candidate) => happens(chance, candidate, visitor, { route, didFail }));
  if (fault === undefined) return undefined;
  const { type, message: wording, level, handled, calls, cause } = fault;
  const message = typeof wording === 'string' ? wording : wording[visitor.browser.engine];
  const stackOf = (heading: string, minified: readonly MinifiedCall[]): string =>
    stackText(
      visitor.browser.engine,
      heading,
      minified.map((call) => placed(call, visitor.release)),
    );
  const payload = {
    type,
    message,
    level: level ?? 'error',
    handled,
    stack: stackOf(`${type}: ${message}`, calls),
    ...(cause === undefined
      ? {}
      : { cause: { ...cause, calls: undefined, stack: stackOf(`${cause.type}: ${cause.message}`, cause.calls) } }),
    breadcrumbs: trail,
  };
  return { payload, isFatal: !handled && level === undefined };
}

function happens(
  chance: Random,
  { type, routes, share, engines }: BrowserFault,
  { release, browser }: Visitor,
  { route, didFail }: { readonly route: string; readonly didFail: boolean },
): boolean {
  if (!routes.includes(route) || (engines !== undefined && !engines.includes(browser.engine))) return false;
  if (type === 'OrderError') return didFail;
  return chance.maybe(share[release.version] ?? share.rest);
}

function placed(call: MinifiedCall, release: ShopRelease): Call {
  const [name, source, text] = call;
  if (text === undefined) {
    return { name, file: `https://shop.example/assets/vendor.${release.hash}.js`, line: 1, column: Number(source) };
  }
  return { name, line: 1, ...buildShop(release).positionOf(String(source), text) };
}

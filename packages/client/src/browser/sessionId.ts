import { randomHex } from '../core/ids.js';
import { readTab, writeTab } from './tabStorage.js';

const KEY = 'sluice.session';

let ofPage: string | undefined;

/** Id of the visit: random, stored for the lifetime of the tab, or of the page if storage is unavailable. No cookies. */
export function sessionId(): string {
  ofPage ??= readTab(KEY) ?? randomHex(16);
  writeTab(KEY, ofPage);
  return ofPage;
}

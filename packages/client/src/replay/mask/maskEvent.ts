import {
  ADOPTED_STYLE_SHEET,
  FULL_SNAPSHOT,
  INCREMENTAL,
  INPUT,
  META,
  MUTATION,
  STYLE_DECLARATION,
  STYLE_SHEET_RULE,
  type IncrementalData,
  type MutationData,
  type RecordedEvent,
  type RecordedNode,
} from '../recorded.js';
import { maskCss } from './maskCss.js';
import { maskedValue } from './maskAttributes.js';
import { createMutationMasker } from './maskMutation.js';
import { createNodeMasker } from './maskNode.js';
import { createPrivacyRules, type PrivacyOptions } from './privacyRules.js';

/** Masks an event in place. @returns whether anything is left */
export type EventMasker = (event: RecordedEvent) => boolean;

/** Incremental events without text: mouse, interactions, scrolling, sizes, touch, media, dragging, selection, definitions. */
const SILENT = [1, 2, 3, 4, 6, 7, 12, 14, 16];

/**
 * The recorder does not reliably mask attributes, shadow trees and frames. Every event passes here, and only content known to be
 * harmless remains. @param nodeOf returns the page's node with an id
 */
export function createEventMasker(options: PrivacyOptions, nodeOf: (id: number) => Node | null): EventMasker {
  const secrecy = createPrivacyRules(options);
  const cleanseNode = createNodeMasker(secrecy, nodeOf);
  const cleanseMutation = createMutationMasker(secrecy, nodeOf, cleanseNode);

  const cleanseIncrement = (data: IncrementalData): boolean => {
    const node = nodeOf(data.id ?? 0);
    if (SILENT.includes(data.source)) return true;
    if (node !== null && secrecy.isBlocked(node)) return false;
    if (data.source === INPUT) {
      if (secrecy.isMasked(node)) Object.assign(data, { text: maskedValue(data.text), isChecked: false });
      return true;
    }
    if (options.mask) cleanseStyles(data);
    return [STYLE_SHEET_RULE, STYLE_DECLARATION, ADOPTED_STYLE_SHEET].includes(data.source);
  };
  return ({ type, data }) => {
    if (type === FULL_SNAPSHOT) cleanseNode((data as { node: RecordedNode }).node, options.mask);
    else if (type === META) cleanseAddress(data as { href: string });
    else if (type === INCREMENTAL) {
      const incremental = data as IncrementalData | MutationData;
      return incremental.source === MUTATION
        ? cleanseMutation(incremental as MutationData)
        : cleanseIncrement(incremental as IncrementalData);
    } else return type < FULL_SNAPSHOT;
    return true;
  };
}

/** Query and fragment of a URL may be credentials. */
const cleanseAddress = (meta: { href: string }): void => {
  meta.href = meta.href.replace(/[?#].*/s, '');
};

function cleanseStyles(data: IncrementalData): void {
  for (const one of [...(data.adds ?? []), ...(data.styles ?? []).flatMap(({ rules }) => rules)]) {
    one.rule = maskCss(one.rule);
  }
  if (data.set) data.set.value &&= maskCss(data.set.value);
  data.replace &&= maskCss(data.replace);
  data.replaceSync &&= maskCss(data.replaceSync);
}

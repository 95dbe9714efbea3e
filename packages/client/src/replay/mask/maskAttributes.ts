import type { Attributes, StyleDifference } from '../recorded.js';
import { maskCss } from './maskCss.js';

/** Attributes that affect layout only. */
const SHAPING =
  /^(type|dir|lang|width|height|rows|cols|size|(col|row)?span|v?align|border|cell(padd|spac)ing|hidden|open|disabled|readonly|multiple|required|contenteditable|media|bgcolor|color|role|tabindex|wrap|nowrap|start|reversed|slot|part|rel|rr_(width|height|scroll\w+|media\w+|open_mode))$/;
/** Attributes used for styling, kept if their value is a state. */
const REVEALING = /^(data|aria)-/;
const STATES =
  /^(true|false|mixed|on|off|open|closed|(in)?active|(un)?checked|selected|disabled|dark|light|horizontal|vertical|top|bottom|left|right|start|end|visible|hidden|page|step|\d)?$/;
const CSS = /^(style|_csstext)$/;
const ADDRESS = /\S@\S/;

/** Maximum characters of a value that are examined. */
export const maskedValue = (value: unknown): string => (value ? '********' : '');

/** Masks text, keeping its length and spaces. */
export const maskedText = (text: string): string => text.replace(/\S/g, '*');

/** Returns attributes without those that may contain user input or names. */
export function maskAttributes(attributes: Attributes, tagName: string): Attributes {
  const cleansed: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const kept = cleanseAttribute(name.toLowerCase(), value, { tagName, attributes });
    if (kept !== undefined) cleansed[name] = kept;
  }
  return cleansed;
}

type Value = Attributes[string];

function cleanseAttribute(
  name: string,
  value: Value,
  { tagName, attributes }: { tagName: string; attributes: Attributes },
): Value {
  if (value === null || value === undefined || SHAPING.test(name)) return value;
  if (typeof value === 'object') return cleanseDifference(value);
  const text = String(value);
  if (CSS.test(name)) return maskCss(text);
  if (name === 'class' || name === 'id')
    return text
      .split(/\s+/)
      .filter((token) => !isTelling(name, token))
      .join(' ');
  if (REVEALING.test(name)) return STATES.test(text) ? text : '';
  if (name === 'placeholder' || name === 'label') return maskedText(text);
  if (name === 'value') return /^(input|textarea|select|button)$/.test(tagName) ? maskedValue(value) : undefined;
  if (name === 'name') return tagName === 'slot' ? text : undefined;
  if (name !== 'href') return undefined;
  return tagName === 'link' ? (attributes['rel'] === 'stylesheet' ? text : undefined) : '#';
}

/** Keeps names used for styling, but no URLs and no numbers that may identify a person. */
const isTelling = (name: string, token: string): boolean =>
  ADDRESS.test(token) || (name === 'id' && /\d{5}/.test(token));

const cleanseDifference = (difference: StyleDifference): StyleDifference =>
  Object.fromEntries(
    Object.entries(difference).map(([property, value]) => [
      property,
      Array.isArray(value) ? [maskCss(value[0]), value[1]] : value && maskCss(value),
    ]),
  );

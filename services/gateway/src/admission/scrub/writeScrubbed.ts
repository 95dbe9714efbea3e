import { type UnknownObject } from '../../batch/jsonObject.js';
import { RawJson } from '../../batch/rawJson.js';
import { defaultPolicy, isSecretValue, type FieldAction, type FieldPolicy } from './fieldPolicies.js';
import type { JsonWriter } from './jsonWriter.js';
import { MARKS } from './marks.js';
import { isKnownSecretName, isSecretHeader } from './secretNames.js';
import { scrubSource, type SourceContext } from './scrubSource.js';
import { scrubText } from './scrubText.js';
import type { PausableTask } from '@sluice/runtime';

const MARK = JSON.stringify(MARKS.secret);

/**
 * Writes an object with each field treated as its policy says; `undefined` fields are omitted. Yields between steps.
 */
export function* writeFields(writer: JsonWriter, object: UnknownObject, fateOf: FieldPolicy): PausableTask<void> {
  const nameOf = fateOf === keepsAll ? (name: string): string => name : namesOf(object);
  let before = '{';
  for (const name of Object.keys(object)) {
    const value = object[name];
    const fate = value === undefined ? 'dropped' : fateOf(name, value, object);
    if (fate === 'dropped') continue;
    writer.add(`${before}${JSON.stringify(nameOf(name))}:`, name.length);
    before = ',';
    if (value instanceof RawJson) writer.addBytes(value.json);
    else if (typeof value === 'object' && value !== null && fate !== 'marked') yield* writeWithin(writer, value, fate);
    else writePlain(writer, value, fate);
    if (writer.isDue()) yield;
  }
  writer.add(before === '{' ? '{}' : '}');
}

const keepsAll: FieldPolicy = () => 'kept';

/** A list inside a list of pairs (as of `Object.entries`) is a pair if its first item is a secret's name. */
function* writeItems(
  writer: JsonWriter,
  items: readonly unknown[],
  fate: FieldAction,
  isInList: boolean,
): PausableTask<void> {
  const isMarked = fate === 'kept' ? () => false : secretsOf(items, isInList);
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    writer.add(index === 0 ? '[' : ',');
    if (isMarked(index)) writer.add(MARK);
    else if (typeof item === 'object' && item !== null) yield* writeWithin(writer, item, fate, true);
    else writePlain(writer, item, fate);
    if (writer.isDue()) yield;
  }
  writer.add(items.length === 0 ? '[]' : ']');
}

function writeWithin(writer: JsonWriter, value: object, fate: FieldAction, isInList = false): PausableTask<void> {
  if (Array.isArray(value)) return writeItems(writer, value, fate, isInList);
  if (fate === 'source') return writeFields(writer, scrubSource(value as SourceContext), keepsAll);
  const fateOf = fate === 'kept' ? keepsAll : typeof fate === 'function' ? fate : defaultPolicy;
  return writeFields(writer, value as UnknownObject, fateOf);
}

function writePlain(writer: JsonWriter, value: unknown, fate: FieldAction): void {
  if (fate === 'marked') writer.add(MARK);
  else if (typeof value !== 'string') writer.add(JSON.stringify(value ?? null));
  else writer.add(JSON.stringify(fate === 'kept' ? value : scrubText(value)), value.length);
}

/**
 * Returns which items are values of secret names before them: in a pair inside a list, and in a flat list such as
 * Node's `rawHeaders`.
 */
function secretsOf(items: readonly unknown[], isInList: boolean): (index: number) => boolean {
  if (items.length % 2 !== 0) return () => false;
  const isName = isInList && items.length === 2 ? isKnownSecretName : isSecretHeader;
  return (index) => {
    const name = index % 2 === 1 ? items[index - 1] : undefined;
    return typeof name === 'string' && isName(name) && isSecretValue(items[index]);
  };
}

/** Returns an object's names scrubbed; equal results get numbers, so that no value is lost. */
function namesOf(object: UnknownObject): (name: string) => string {
  let given: Set<string> | undefined;
  let counts: Map<string, number> | undefined;
  return (name) => {
    const scrubbed = scrubText(name);
    if (scrubbed === name) return name;
    given ??= new Set();
    counts ??= new Map();
    let unique: string;
    let count = counts.get(scrubbed) ?? 0;
    do {
      count += 1;
      unique = count === 1 ? scrubbed : `${scrubbed} (${count})`;
    } while (given.has(unique) || Object.hasOwn(object, unique));
    given.add(unique);
    counts.set(scrubbed, count);
    return unique;
  };
}

import { Argument, Option } from 'commander';

/** A fixed set of values. Help lists them, shells complete them, and the command or the service validates them. */
export interface Choice {
  readonly values: readonly string[];
  /** The values as shown in help. */
  readonly about: string;
}

/** Returns a choice whose help reads `a, b or c (usual)`. @param usual the default */
export function choice(values: readonly string[], usual?: string): Choice {
  const [last = '', ...others] = [...values].reverse();
  const listed = others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
  return { values, about: usual === undefined ? listed : `${listed} (${usual})` };
}

const offered = new WeakMap<Argument | Option, readonly string[]>();

/** An option with the values of a choice. Commander accepts any text; the service validates it. */
export function choiceOption(flags: string, { values, about }: Choice): Option {
  const option = new Option(flags, about);
  offered.set(option, values);
  return option;
}

/** An argument with the values of a choice. Commander accepts any text; the service validates it. */
export function choiceArgument(name: string, { values, about }: Choice): Argument {
  const argument = new Argument(name, about);
  offered.set(argument, values);
  return argument;
}

/** The values that an option or argument takes; empty if it takes any text. */
export const valuesOf = (one: Argument | Option): readonly string[] => one.argChoices ?? offered.get(one) ?? [];

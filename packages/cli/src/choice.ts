import { Argument, Option } from 'commander';

/** A closed set of values: help lists them, shells complete them, and the command or the service checks them. */
export interface Choice {
  readonly values: readonly string[];
  /** The values as help shows them. */
  readonly about: string;
}

/** A choice whose help reads `a, b or c (usual)`. @param usual what applies without the option */
export function choice(values: readonly string[], usual?: string): Choice {
  const [last = '', ...others] = [...values].reverse();
  const listed = others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
  return { values, about: usual === undefined ? listed : `${listed} (${usual})` };
}

const offered = new WeakMap<Argument | Option, readonly string[]>();

/** An option that takes one of the values of a choice; it accepts any text. */
export function choiceOption(flags: string, { values, about }: Choice): Option {
  const option = new Option(flags, about);
  offered.set(option, values);
  return option;
}

/** An argument that is one of the values of a choice; it accepts any text. */
export function choiceArgument(name: string, { values, about }: Choice): Argument {
  const argument = new Argument(name, about);
  offered.set(argument, values);
  return argument;
}

/** The values that an option or an argument takes; none where any text may be given. */
export const valuesOf = (one: Argument | Option): readonly string[] => one.argChoices ?? offered.get(one) ?? [];

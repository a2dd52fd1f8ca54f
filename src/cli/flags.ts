/** What may stand after a flag. */
export type FlagValue =
  | { readonly kind: 'choice'; readonly shown: string; readonly choices: readonly string[] }
  | { readonly kind: 'integer'; readonly shown: string; readonly min: number; readonly max?: number }
  /** Anything, e.g. a path. */
  | { readonly kind: 'text'; readonly shown: string }
  /** One or more of the choices with commas between; the flag may be repeated. */
  | { readonly kind: 'list'; readonly shown: string; readonly choices: readonly string[] };

/** One flag of a verb. Parsing, `--help` and docs/cli.md are all made from this. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** Absent: the flag is a switch. */
  readonly value?: FlagValue;
  /** Sentences for the help; `code` in backticks. */
  readonly help: string;
}

/** Flags that belong together, under a heading of the help. */
export interface FlagGroup {
  readonly title: string;
  readonly flags: readonly Flag[];
}

/** What a verb looks like from outside. */
export interface VerbForm {
  readonly name: string;
  /** After the verb in the usage line. */
  readonly operands: string;
  /** How many operands it takes at most; absent: any number. */
  readonly maxOperands?: number;
  /** One line, no full stop. */
  readonly summary: string;
  /** Paragraphs for the help of the verb. */
  readonly details: readonly string[];
  readonly groups: readonly FlagGroup[];
  readonly examples: readonly string[];
}

export const HELP_FLAG: Flag = { name: 'help', short: 'h', help: 'Print this help.' };

/** Something the user must change before the command can run; ends it with exit code 2. */
export interface Refused {
  readonly kind: 'refused';
  /** What was looked for, where, and what to do. */
  readonly message: string;
}

export const refuse = (message: string): Refused => ({ kind: 'refused', message });

export const isRefused = (value: object): value is Refused => 'kind' in value && value.kind === 'refused';

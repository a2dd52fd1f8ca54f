import type { ErrorObject } from 'ajv';
import { didYouMean } from './nearest';

/** A schema violation for people: the key it is about, and what is allowed there. */
export interface Explanation {
  /** The way to the value that is wrong: `['primitives', 0, 'kind']`. */
  readonly path: readonly (string | number)[];
  /** Whether the position of the key itself, not of its value, is meant. */
  readonly aboutKey: boolean;
  readonly message: string;
}

/** Turns ajv's error (run with `verbose`) into a sentence that needs no knowledge of JSON schema. */
export function explainError(error: ErrorObject): Explanation {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(part => (/^\d+$/.test(part) ? Number(part) : part));
  const at = path.length === 0 ? 'the configuration' : `"${written(path)}"`;
  const { params } = error;
  const found = JSON.stringify(error.data);
  const about = (message: string): Explanation => ({ path, aboutKey: false, message });

  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const known = Object.keys(error.parentSchema?.properties ?? {}).filter(name => name !== '$schema');
      const what = written(path) === 'severities' ? 'unknown rule' : 'unknown key';
      const guess = didYouMean(key, known) || `; allowed: ${known.join(', ')}`;
      return {
        path: [...path, key],
        aboutKey: true,
        message: `${what} "${written([...path, key])}"${guess}`,
      };
    }
    case 'required':
      return about(`${at} lacks the key "${params.missingProperty}"`);
    case 'enum': {
      const allowed: readonly string[] = params.allowedValues;
      const guess = typeof error.data === 'string' ? didYouMean(error.data, allowed) : '';
      return about(`${at} must be one of ${allowed.join(', ')}, not ${found}${guess}`);
    }
    case 'type':
      return about(`${at} must be ${article(String(params.type))}, not ${found}`);
    case 'minimum':
      return about(`${at} must be ${params.limit} or more, not ${found}`);
    case 'maximum':
      return about(`${at} must be ${params.limit} or less, not ${found}`);
    case 'minItems':
    case 'minLength':
      return about(`${at} must not be empty`);
    case 'uniqueItems':
      return about(`${at} names an entry twice`);
    case 'pattern':
      return about(
        path[0] === 'exclude'
          ? `${at} must be a glob; patterns that begin with ! are not supported`
          : `${at} must be a C identifier, not ${found}`,
      );
    default:
      return about(`${at} ${error.message}`);
  }
}

/** `primitives[0].kind` */
const written = (path: readonly (string | number)[]): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');

const article = (type: string): string =>
  ({ object: 'an object {…}', array: 'a list […]', integer: 'a whole number', boolean: 'true or false' })[
    type
  ] ?? `a ${type}`;

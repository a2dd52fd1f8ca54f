import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

/** RFC 3986: nothing but unreserved, reserved and well-formed percent-encoded characters. */
const URI_REFERENCE = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const URI = new RegExp(`^[a-z][a-z0-9+.-]*:${URI_REFERENCE.source.slice(1)}`, 'i');

/**
 * The official schema names draft-04, which ajv does not know, but uses none of what later drafts changed except the
 * name of `id`; so it is read as draft-07.
 */
function sarifSchema(): object {
  const file = new URL('../support/sarif-2.1.0.schema.json', import.meta.url);
  const { $schema: _, id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
  return { $id: id, ...schema };
}

const ajv = new Ajv({
  allErrors: true,
  strictTypes: false,
  unicodeRegExp: false, // the schema's pattern for a language has a stray bracket
  formats: { uri: URI, 'uri-reference': URI_REFERENCE, 'date-time': /^\d{4}-\d\d-\d\dT/ },
});

const valid = ajv.compile(sarifSchema());

/** What the schema finds wrong with a log; nothing for a valid one. */
export const schemaErrors = (log: unknown): readonly string[] =>
  valid(log) ? [] : valid.errors!.map(({ instancePath, message }) => `${instancePath}: ${message}`);

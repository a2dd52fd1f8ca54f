import { expect } from 'vitest';
import {
  assignedFunctions,
  fileFacts,
  functionFacts,
  indexDefinitions,
  LineCounter,
} from '../../src/core/facts';
import { parseSuppressions } from '../../src/core/rules';
import { type KernelParser, type MaskTables, maskTables } from '../../src/core/syntax';
import { mask } from '../../src/core/syntax/mask';

/**
 * Asks everything about a text that a scan may ask about a file, and expects answers that lie inside it. Whatever the
 * text, nothing throws, and masking keeps its length.
 */
export function expectReadable(parser: KernelParser, text: string, tables: MaskTables = maskTables()): void {
  expect(mask(text, tables).text.length).toBe(text.length);
  const { ops } = fileFacts(parser, 'net/quux/quux.c', text, tables);
  const lines = text.split('\n');
  for (const { name, nameAt, members } of ops) {
    expect(lines[nameAt.line]!.slice(nameAt.column, nameAt.column + nameAt.length)).toBe(name);
    for (const { value, valueAt } of members) {
      const written = lines[valueAt.line]!.slice(valueAt.column, valueAt.column + valueAt.length);
      // a value over several lines is marked on its first
      if (/^\w+$/.test(value)) expect(written).toBe(value);
    }
  }
  const counter = new LineCounter(text);
  for (const definition of indexDefinitions(text).definitions) {
    expect(definition.start).toBeLessThanOrEqual(definition.body);
    expect(definition.end).toBeLessThanOrEqual(text.length);
    functionFacts(parser, text, definition, tables, counter);
  }
  assignedFunctions(text, 'rtnl_link_ops', 'dellink');
  for (const { line, from, to } of parseSuppressions(text)) {
    expect(from).toBeLessThanOrEqual(line);
    expect(to).toBeLessThanOrEqual(lines.length);
  }
}

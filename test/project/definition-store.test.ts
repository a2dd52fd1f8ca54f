import { describe, expect, test } from 'vitest';
import { indexDefinitions, type PackedIndex, packIndex } from '../../src/core/facts';
import { DefinitionStore, SourceIndex } from '../../src/core/project';

const packed = (text: string, file = 'x.c'): PackedIndex =>
  packIndex(indexDefinitions(text), file.endsWith('.h'));

const flush = (body = '') => packed(`void quux_flush(void)\n{\n${body}}\n`);
const files = (index: SourceIndex, name: string) => index.visible(name).map(({ file }) => file);

describe('an index', () => {
  test('sees only the folders that its own analysis has read', () => {
    const store = new DefinitionStore();
    store.put('net/quux/quux.c', flush(), true);
    store.put('drivers/quux/quux.c', flush(), true);
    const [near, all] = [new SourceIndex(store), new SourceIndex(store)];
    near.addScope('net/quux');
    all.addScope('');
    expect(files(near, 'quux_flush')).toEqual(['net/quux/quux.c']);
    expect(files(all, 'quux_flush')).toEqual(['drivers/quux/quux.c', 'net/quux/quux.c']);
    expect(near.own('drivers/quux/quux.c', 'quux_flush')).toEqual([]);
  });

  test('sees a far file once it has sent for one of its names', () => {
    const store = new DefinitionStore();
    store.put('drivers/quux/quux.c', flush(), true);
    const index = new SourceIndex(store);
    index.bringNear(['quux_flush']);
    expect(files(index, 'quux_flush')).toEqual([]);
    index.addFar();
    expect(files(index, 'quux_flush')).toEqual([]);
    index.bringNear(['quux_flush']);
    expect(files(index, 'quux_flush')).toEqual(['drivers/quux/quux.c']);
  });

  test('does not find what another analysis has opened: programs, and files that no folder lists', () => {
    const store = new DefinitionStore();
    new SourceIndex(store).add('net/excluded.c', flush());
    store.put('tools/quux.c', flush(), true);
    const index = new SourceIndex(store);
    index.addScope('');
    index.addFar();
    index.bringNear(['quux_flush']);
    expect(files(index, 'quux_flush')).toEqual([]);
    index.add('tools/quux.c', flush());
    expect(files(index, 'quux_flush')).toEqual(['tools/quux.c']);
  });
});

describe('a replaced file', () => {
  const seen = (store: DefinitionStore, name: string) => {
    const index = new SourceIndex(store);
    index.addScope('net');
    return { defined: files(index, name), declared: index.declaredIn(name) };
  };

  test('says which names others see come and go, and shows them to later analyses', () => {
    const store = new DefinitionStore();
    store.put('net/quux.h', packed('void quux_flush(void);\n#include <quuux.h>\n', 'quux.h'), true);
    store.put('net/quux.c', packed('void quux_flush(void)\n{\n}\nstatic int quux_count(void)\n{\n}\n'), true);
    expect(seen(store, 'quux_flush')).toEqual({ defined: ['net/quux.c'], declared: ['net/quux.h'] });

    const renamed = store.put('net/quux.c', packed('void quux_empty(void)\n{\n}\n'), true);
    expect([...renamed.names].sort()).toEqual(['quux_empty', 'quux_flush']);
    expect(renamed.includes).toBe(false);
    expect(seen(store, 'quux_flush').defined).toEqual([]);
    expect(seen(store, 'quux_empty').defined).toEqual(['net/quux.c']);

    const header = store.put('net/quux.h', packed('void quux_empty(void);\n', 'quux.h'), true);
    expect([...header.names].sort()).toEqual(['!quux_empty', '!quux_flush']);
    expect(header.includes).toBe(true);
    expect(seen(store, 'quux_flush').declared).toEqual([]);
  });

  test('keeps its definitions as they are where its index is the same', () => {
    const store = new DefinitionStore();
    store.put('net/quux.c', flush(), true);
    const [before] = store.own('net/quux.c', 'quux_flush');
    expect(store.put('net/quux.c', flush(), true).names.size).toBe(0);
    expect(store.own('net/quux.c', 'quux_flush')[0]).toBe(before);
    store.put('net/quux.c', flush('\trtnl_lock();\n'), true);
    expect(store.own('net/quux.c', 'quux_flush')[0]).not.toBe(before);
  });

  test('that is removed is gone for everybody', () => {
    const store = new DefinitionStore();
    store.put('net/quux.c', flush(), true);
    store.put('net/other.c', flush(), true);
    expect(seen(store, 'quux_flush').defined).toEqual(['net/other.c', 'net/quux.c']);
    store.remove('net/quux.c');
    expect(seen(store, 'quux_flush').defined).toEqual(['net/other.c']);
    store.remove('net/other.c');
    expect(seen(store, 'quux_flush').defined).toEqual([]);
  });

  test('that comes later into a folder already read is seen', () => {
    const store = new DefinitionStore();
    seen(store, 'quux_flush');
    store.put('net/new.c', flush(), true);
    expect(seen(store, 'quux_flush').defined).toEqual(['net/new.c']);
  });
});

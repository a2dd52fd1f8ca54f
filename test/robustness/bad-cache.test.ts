import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ScanReport } from '../../src/report';
import { folderWith } from '../host/folder';
import { bundledCli } from '../support/bundled-cli';
import { isRoot, NOBODY, quux, shell } from './bad-input';

const cli = bundledCli();

let root: string;
let cache: string;
let good: ScanReport;
beforeEach(() => {
  root = folderWith({ 'net/quux.c': quux(), 'net/corge.c': quux('corge') });
  cache = folderWith({});
  good = cli.report(root, '--no-cache');
  expect(good).toMatchObject({ findings: [{}, {}], notes: [] });
});

const scan = (folder = cache): ScanReport => cli.report(root, '--cache-dir', folder);

/** What is said besides the report, which must be right whatever the cache is like. */
function saidWithGoodReport(report: ScanReport): readonly string[] {
  expect({ ...report, notes: [] }).toEqual(good);
  return report.notes.map(({ file, message }) => `${file ?? ''}${message}`);
}

function damage(change: (text: string) => string | Uint8Array): void {
  const files = readdirSync(cache);
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const file = join(cache, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}

describe('a cache that is', () => {
  test.each<[string, (text: string) => string | Uint8Array]>([
    ['cut off in the middle', text => text.slice(0, text.length >> 1)],
    ['cut off at the end', text => text.slice(0, -3)],
    ['not ours', () => 'GIF89a'],
    ['binary', () => Uint8Array.from({ length: 5_000 }, (_, at) => (at * 31) & 255)],
  ])('%s is ignored with a note, and made anew', (_, change) => {
    scan();
    damage(change);
    const said = saidWithGoodReport(scan());
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(line).toMatch(/^the cache .* ignored and is made anew$/);
    expect(scan()).toEqual(good);
  });

  test.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['of another version', text => text.replace(/^(pernet-lens cache )\w+/, '$10000000000000000')],
    ['half another', text => text.replaceAll('exit_net', 'flush_net')],
    ['no JSON inside', text => text.replaceAll('{', '[')],
    ['of nulls', text => text.replace(/\{.*/g, 'null')],
    ['of other things', text => text.replace(/\{.*/g, '{"fileFacts":{"ops":3}}')],
  ])('%s never changes a report', (_, change) => {
    scan();
    damage(change);
    saidWithGoodReport(scan());
  });
});

describe('a cache folder', () => {
  test('below a file is noted', () => {
    const [said, ...others] = saidWithGoodReport(scan(join(root, 'net/quux.c/cache')));
    expect(said).toMatch(/^the cache .* could not be written: a file is where a folder should be$/);
    expect(others).toEqual([]);
  });

  test('that must not be written is noted; what is there is used', () => {
    const circumstances = isRoot ? cli.under({ uid: NOBODY }) : cli;
    for (const folder of [root, cache]) chmodSync(folder, 0o755);
    scan();
    chmodSync(cache, 0o555);
    expect(circumstances.report(root, '--cache-dir', cache)).toEqual(good);
    writeFileSync(join(root, 'net/quux.c'), `${quux()}\n`);
    const report = circumstances.report(root, '--cache-dir', cache);
    chmodSync(cache, 0o755);
    for (const line of saidWithGoodReport(report))
      expect(line).toMatch(/could not be written: no permission$/);
    expect(report.notes).not.toEqual([]);
  });

  test('that must not be read is noted', () => {
    const circumstances = isRoot ? cli.under({ uid: NOBODY }) : cli;
    chmodSync(root, 0o755);
    chmodSync(cache, 0);
    const report = circumstances.report(root, '--cache-dir', cache);
    chmodSync(cache, 0o755);
    for (const line of saidWithGoodReport(report)) expect(line).toMatch(/no permission$/);
    expect(report.notes).not.toEqual([]);
  });

  // only root can mount a disk small enough to be full; in a container not even root may
  test('on a full disk is noted, and nothing half-written stays', context => {
    const disk = join(cache, 'disk');
    mkdirSync(disk);
    const mounted = isRoot && shell(`mount -t tmpfs -o size=4k tmpfs '${disk}'`);
    if (!mounted) return context.skip('no right to mount a small disk');
    onTestFinished(() => {
      shell(`umount '${disk}'`);
    });
    writeFileSync(join(disk, 'filler'), Buffer.alloc(4_096));
    const said = saidWithGoodReport(scan(disk));
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(line).toMatch(/^the cache .* could not be written: the disk is full$/);
    expect(readdirSync(disk)).toEqual(['filler']);
  });
});

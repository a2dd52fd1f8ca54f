import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elsewhere } from './elsewhere';
import { examples } from './examples';
import { checkBrowser, packedExtension, VERSIONS } from './install';
import { kernel } from './kernel';
import { refactoring } from './refactoring';
import { simulation } from './simulation';
import { twoKernels } from './two-kernels';
import { VsCode } from './vscode';

/** E2E_VERSION=4.100.3 runs one of them only. */
const versions = VERSIONS.filter(version => (process.env.E2E_VERSION ?? version) === version);

let vsix: string;

beforeAll(() => {
  checkBrowser();
  vsix = packedExtension();
});

test('the .vsix is smaller than 1 MB', () => {
  expect(statSync(vsix).size).toBeLessThan(1_000_000);
});

describe.each(versions)('VS Code server %s', version => {
  let vscode: VsCode;

  beforeAll(async () => {
    vscode = await VsCode.start(version, vsix);
  });
  afterAll(() => vscode?.stop());

  describe('on the examples', () => examples(() => vscode));
  describe('refactoring', () => refactoring(() => vscode));
  describe('on the kernel', () => kernel(() => vscode));
  describe('on two kernels', () => twoKernels(() => vscode));
  describe('the simulation', () => simulation(() => vscode));
  describe('elsewhere', () => elsewhere(() => vscode));
});

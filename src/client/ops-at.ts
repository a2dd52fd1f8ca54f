import * as vscode from 'vscode';
import type { OpsAnswer, OpsReference } from '../shared';
import { type OpsNode, ranked } from './dismantle/tree';
import { uriOf } from './places';

/** The ops that a lens, a hover or a code action means, as the server knows it now. */
export function opsAt(answer: OpsAnswer, { uri, ops: name }: OpsReference): OpsNode | undefined {
  const wanted = vscode.Uri.parse(uri).toString();
  return ranked(answer).find(
    ({ root, ops }) => ops.name === name && uriOf({ root, file: ops.file }).toString() === wanted,
  );
}

import * as vscode from 'vscode';
import type { Range } from '../core/project';

/** A place in a file of a tree. */
export interface Place {
  /** URI of the folder that `file` is relative to. */
  readonly root: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

export const uriOf = ({ root, file }: Pick<Place, 'root' | 'file'>): vscode.Uri =>
  vscode.Uri.joinPath(vscode.Uri.parse(root), file);

/** Our 1-based ranges as the editor counts. */
export const rangeOf = ({ start, end }: Range): vscode.Range =>
  new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);

/**
 * Shows a file, a range of it selected; says so where it is gone. By a command: `showTextDocument` would keep the
 * document open behind the scenes, minutes after its tab is closed, and a server takes it for one that is looked at.
 */
export async function show(
  uri: vscode.Uri,
  selection: vscode.Range,
  options: Pick<vscode.TextDocumentShowOptions, 'preserveFocus' | 'preview'> = {},
): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Pernet Lens: {0} cannot be opened. Scan again if files have moved.', uri.fsPath),
    );
    return false;
  }
  await vscode.commands.executeCommand('vscode.open', uri, { ...options, selection });
  return true;
}

/** Beyond the end of any line: editors take the end for it. */
const LINE_END = 10_000;

export async function showPlace(
  { line, ...file }: Place,
  options: Pick<vscode.TextDocumentShowOptions, 'preserveFocus' | 'preview'> = {},
): Promise<void> {
  await show(uriOf(file), new vscode.Range(line - 1, 0, line - 1, LINE_END), options);
}

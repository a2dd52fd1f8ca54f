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

/** The code of a line, without its indent. */
async function lineOf(place: Place): Promise<vscode.Range> {
  const document = await vscode.workspace.openTextDocument(uriOf(place));
  const { range, firstNonWhitespaceCharacterIndex } = document.lineAt(
    Math.min(place.line, document.lineCount) - 1,
  );
  return new vscode.Range(range.start.translate(0, firstNonWhitespaceCharacterIndex), range.end);
}

/** Our 1-based ranges as the editor counts. */
export const rangeOf = ({ start, end }: Range): vscode.Range =>
  new vscode.Range(start.line - 1, start.column - 1, end.line - 1, end.column - 1);

/** Shows a file, a range of it selected; says so where it is gone. */
export async function show(
  uri: vscode.Uri,
  selection: vscode.Range,
  options: Pick<vscode.TextDocumentShowOptions, 'preserveFocus' | 'preview'> = {},
): Promise<vscode.TextEditor | undefined> {
  try {
    return await vscode.window.showTextDocument(uri, { ...options, selection });
  } catch {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Pernet Lens: {0} cannot be opened. Scan again if files have moved.', uri.fsPath),
    );
    return undefined;
  }
}

export async function showPlace(
  place: Place,
  options: Pick<vscode.TextDocumentShowOptions, 'preserveFocus' | 'preview'> = {},
): Promise<void> {
  const start = new vscode.Range(place.line - 1, 0, place.line - 1, 0);
  const selection = await lineOf(place).catch(() => start);
  await show(uriOf(place), selection, options);
}

// The steps of an import, which goes on while other views are open.
import { t } from "../base/texts.ts";
import type {
  AppliedFile,
  FileImport,
  FileOptions,
  ImportApplicationCreate,
  ImportProgress,
} from "@kith/client";
import { useState } from "preact/hooks";
import { filesOfShownAccount } from "../api/files.ts";
import { type Problem, SessionEnded, toProblem } from "../base/problem.ts";
import { useListener } from "../hooks/events.ts";
import { refresh } from "../hooks/load.ts";
import { shownAccountId } from "../base/account.ts";
import { useDrafts } from "../hooks/kept-drafts.ts";
import { announce } from "../ui/announce.tsx";
import { readColumns } from "./columns.ts";

export type OnMatch = ImportApplicationCreate["onMatch"];
export type RowChoice = NonNullable<ImportApplicationCreate["rows"]>[number];

/** What the file does not tell: the fields of some columns, and whether the first line has their names. */
export type Answers = Pick<FileOptions, "columns" | "header" | "newFields">;

/** An import from the file to undoing it. */
interface ImportState {
  file?: File;
  /** The columns of a file whose mapping is asked for. */
  columns?: string[];
  mapping?: Record<string, string> | undefined;
  /** What was answered to questions about the file. */
  answers?: Answers | undefined;
  found?: FileImport;
  onMatch: OnMatch;
  /** By the numbers of rows. */
  choices: ReadonlyMap<number, RowChoice>;
  applied?: AppliedFile;
  undone?: boolean;
  busy?: "preview" | "apply" | "undo" | undefined;
  progress?: ImportProgress | undefined;
  problem?: Problem | undefined;
}

const nothing: ImportState = { onMatch: "merge", choices: new Map() };

/** Keeps an import while other views are open. It is the account's that is shown when it is made, and ends with that. */
export class ImportWork extends EventTarget {
  state = nothing;
  readonly #account = shownAccountId();
  readonly #files = filesOfShownAccount();

  set(changes: Partial<ImportState>): void {
    this.state = { ...this.state, ...changes };
    this.dispatchEvent(new Event("change"));
  }

  reset(): void {
    this.state = nothing;
    this.set({});
  }

  choose(number: number, choice: RowChoice | undefined): void {
    const choices = new Map(this.state.choices);
    if (choice) choices.set(number, choice);
    else choices.delete(number);
    this.set({ choices });
  }

  /** Uploads the file, which changes nothing yet. */
  preview(file: File, mapping?: Record<string, string>, answers?: Answers): Promise<void> {
    this.state = { ...nothing, file, mapping, answers };
    return this.#run(
      "preview",
      t("The file is read. Nothing is changed yet."),
      async (onProgress) => {
        try {
          const options = { onProgress, ...(mapping && { mapping }), ...answers };
          return { found: await this.#files.imports.fromFile(file, options) };
        } catch (error) {
          const problem = error instanceof SessionEnded ? undefined : toProblem(error);
          if (problem?.code === "validation_failed") await this.askForMapping();
          throw error;
        }
      },
    );
  }

  /** Asks what the columns are, where the file is a table. */
  async askForMapping(): Promise<void> {
    const columns = await readColumns(this.state.file!);
    if (columns.length > 0) this.set({ columns });
  }

  /** Reads the file again with one more answer. */
  answer(given: Answers): Promise<void> {
    const { file, mapping, answers } = this.state;
    const columns = { ...answers?.columns, ...given.columns };
    return this.preview(file!, mapping, { ...answers, ...given, columns });
  }

  apply(): Promise<void> {
    const { found, onMatch, choices } = this.state;
    return this.#run("apply", t("The file is imported."), async (onProgress) => ({
      applied: await found!.apply({ onProgress, onMatch, rows: [...choices.values()] }),
    }));
  }

  undo(partial = false): Promise<void> {
    return this.#run("undo", t("The import is undone."), async (onProgress) => {
      await this.state.found!.undo({ onProgress, partial });
      return { undone: true };
    });
  }

  async #run(
    busy: NonNullable<ImportState["busy"]>,
    done: string,
    run: (onProgress: (progress: ImportProgress) => void) => Promise<Partial<ImportState>>,
  ): Promise<void> {
    this.set({ busy, problem: undefined });
    const end = (changes: Partial<ImportState>) =>
      this.set({ ...changes, busy: undefined, progress: undefined });
    try {
      end(await run((progress) => this.set({ progress })));
      // Whoever is shown instead is not told of it.
      if (shownAccountId() !== this.#account) return;
      announce(done);
      if (busy !== "preview") refresh();
    } catch (error) {
      end(error instanceof SessionEnded ? {} : { problem: toProblem(error) });
    }
  }
}

/** By the drafts of an account, so that nothing of one is left for the next. */
const works = new WeakMap<object, ImportWork>();

/** The import of the account, which is still there when the view is opened again. */
export function useImport(): ImportWork {
  const account = useDrafts();
  const work = works.get(account) ?? new ImportWork();
  works.set(account, work);
  const [, render] = useState({});
  useListener(work, "change", () => render({}));
  return work;
}

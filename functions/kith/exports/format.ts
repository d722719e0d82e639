import type { Page } from "./page.ts";

/** How an export is written; one of its own for each export, because it may remember what came before. */
export interface Format {
  contentType: string;
  /** Ending of the file's name. */
  extension: string;
  /** What comes before the rows. @param first page, which is also written as a page */
  begin(first: Page): string;
  write(page: Page): string | Promise<string>;
  /** What comes after all rows. A text that ends without it is not complete. */
  end(): string;
}

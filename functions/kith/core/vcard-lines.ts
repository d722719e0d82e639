// Properties of vCards that Kith does not know: each contact keeps its own, and they are written into vCards again.

/** Characters that a contact may keep of them. */
export const keptLimit = 16_384;

/** Lines of one property each, with its group and its parameters (RFC 6350, 3.3), unfolded. The database has it too. */
export const keptPattern = /^(?:[A-Za-z0-9_.-]+[;:][^\n\r]*(?:\n[A-Za-z0-9_.-]+[;:][^\n\r]*)*)?$/;

/** The lines of two contacts, each once. */
export const unitedLines = (lines: string, others: string): string =>
  [...new Set(`${lines}\n${others}`.split("\n"))].join("\n");

/**
 * Whether a spreadsheet may run a cell of a CSV file as a formula: it begins with one of the signs, of normal or full width,
 * after spaces, characters without width and apostrophes, which programs leave out.
 */
export function beginsLikeFormula(cell: string): boolean {
  return /^[\s\p{Cf}']*[=+\-@\uff1d\uff0b\uff0d\uff20]|^'*[\t\r]/u.test(cell);
}

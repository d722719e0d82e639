/** The middle value; the mean of the two in the middle where there is no single one. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return NaN;
  if (sorted.length % 2 === 1) return sorted[Math.floor(middle)]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Lowest and highest. */
export function spread(values: number[]): [low: number, high: number] {
  return [Math.min(...values), Math.max(...values)];
}

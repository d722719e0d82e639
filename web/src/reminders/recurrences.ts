/** The rules that the form offers, each with its words. */
export const recurrences: [rule: string, words: string][] = [
  ["", "Does not repeat"],
  ["FREQ=DAILY", "Every day"],
  ["FREQ=WEEKLY", "Every week"],
  ["FREQ=WEEKLY;INTERVAL=2", "Every 2 weeks"],
  ["FREQ=WEEKLY;INTERVAL=3", "Every 3 weeks"],
  ["FREQ=MONTHLY", "Every month"],
  ["FREQ=MONTHLY;INTERVAL=3", "Every 3 months"],
  ["FREQ=MONTHLY;INTERVAL=6", "Every 6 months"],
  ["FREQ=YEARLY", "Every year"],
];

/** A text that a person starts a task with; clients offer them by name. */
export const prompts = [
  {
    name: "prepare_for_meeting",
    title: "Prepare for a meeting",
    description: "What to know about somebody before you meet them.",
    arguments: [{ name: "person", description: "Whom you meet.", required: true }],
    text: ({ person = "" }: Record<string, string>) =>
      `I am about to meet ${
        JSON.stringify(person)
      }. Look them up with get_contact and read their latest notes. Tell me in ` +
      "a few lines who they are, what we talked about last, what I promised or wanted to ask, open reminders, and a birthday " +
      "that is near. Say so where you find nothing; invent nothing.",
  },
  {
    name: "weekly_review",
    title: "Weekly review",
    description: "Whom to be in touch with this week, and what is open.",
    arguments: [],
    text: () =>
      "Call list_due with days 7. Tell me what is overdue, whom to be in touch with, the birthdays, and what is due, the most " +
      "urgent first. Suggest one line to write to each person. Change nothing before I say so.",
  },
] as const;

// Texts that a person starts a task with; clients offer them by name.
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** The prompts with the text that each makes of its arguments. */
const prompts = [
  {
    name: "prepare_for_meeting",
    title: "Prepare for a meeting",
    description: "What to know about somebody before you meet them.",
    arguments: [{ name: "person", description: "The person you meet.", required: true }],
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
    description: "Who to be in touch with this week, and what is open.",
    arguments: [],
    text: () =>
      "Call list_due with days 7. Tell me what is overdue, who to be in touch with, the birthdays, and what is due, the most " +
      "urgent first. Suggest one line to write to each person. Change nothing before I say so.",
  },
] as const;

/** The prompts as clients list them. */
export const listedPrompts = prompts.map(({ text: _, ...prompt }) => ({
  ...prompt,
  arguments: [...prompt.arguments],
}));

/**
 * The messages of a prompt.
 * @throws ProtocolError where there is none of this name, or its arguments are not as they should be
 */
export function readPrompt(name: string, given: Record<string, string>) {
  const prompt = prompts.find((each) => each.name === name);
  if (!prompt) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  }
  const text = prompt.text(promptArguments(prompt, given));
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}

/**
 * The arguments of a prompt.
 * @throws ProtocolError where a required one is missing or blank, or one is too long
 */
function promptArguments(
  { name, arguments: known }: (typeof prompts)[number],
  given: Record<string, string>,
): Record<string, string> {
  for (const { name: argument, required } of known) {
    const value = given[argument] ?? "";
    if ((required && value.trim() === "") || value.length > 200) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The prompt ${name} needs the argument ${argument}, of 1 to 200 characters.`,
      );
    }
  }
  return given;
}

// The data of the demo account in a new database.

/** The networks of the demo account. */
export const networks = [
  { name: "Family", description: "Those who are always there", color: "#E07A5F" },
  { name: "Work", description: "Colleagues, then and now", color: "#3D405B" },
];
const [family, work] = [0, 1];
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const daysAgo = (days: number) => daysFromNow(-days);

/** Its contacts; `networks` are positions in the list above. */
export const contacts = () => [
  {
    firstName: "Zoë",
    lastName: "Müller",
    company: "Kranich Verlag",
    jobTitle: "Editor",
    emails: [{ value: "zoe.mueller@example.com", label: "work" }],
    phones: [{ value: "+49 30 5550123", label: "mobile" }],
    birthday: "1988-03-14",
    contactFrequencyDays: 30,
    lastContactedAt: daysAgo(45),
    networks: [work],
  },
  {
    firstName: "Samuel",
    lastName: "Okafor",
    nickname: "Sam",
    emails: [{ value: "sam.okafor@example.com", label: null }],
    birthday: "--07-02",
    isFavorite: true,
    contactFrequencyDays: 7,
    lastContactedAt: daysAgo(2),
    networks: [family],
  },
  {
    firstName: "Ines",
    lastName: "Carvalho",
    company: "Mar & Filhos",
    jobTitle: "Architect",
    urls: [{ value: "https://example.com/ines", label: "portfolio" }],
    addresses: [{
      label: "office",
      street: "Rua das Flores 12",
      city: "Porto",
      country: "Portugal",
    }],
    contactFrequencyDays: 90,
    lastContactedAt: daysAgo(20),
    networks: [work],
  },
  {
    firstName: "Grandma",
    nickname: "Oma",
    phones: [{ value: "+49 221 5550177", label: "home" }],
    isFavorite: true,
    contactFrequencyDays: 14,
    lastContactedAt: daysAgo(16),
    networks: [family],
  },
  {
    firstName: "Kenji",
    lastName: "Watanabe",
    description: "Met at the harbour workshop; knows everything about old lenses.",
    networks: [],
  },
  {
    firstName: "Leïla",
    lastName: "Haddad",
    company: "Kranich Verlag",
    jobTitle: "Illustrator",
    emails: [{ value: "leila@example.com", label: "work" }],
    networks: [family, work],
  },
];

/** Its note types. */
export const noteTypes = [
  { name: "Call", icon: "📞", color: "#3ECF8E" },
  { name: "Meeting", icon: "☕", color: "#E07A5F" },
  { name: "Idea", icon: "💡", color: "#F2CC8F", countsAsContact: false },
];
const [call, meeting, idea] = [0, 1, 2];
const [zoe, sam, ines, grandma] = [0, 1, 2, 3];

/** Its notes; `contact` and `type` are positions in the lists above. */
export const notes = () => [
  {
    content: "Her first list of spring titles is out. Wants to read the chapter on harbours.",
    contact: zoe,
    type: meeting,
    occurredAt: daysAgo(45),
  },
  {
    content: "Training for the half marathon; asked whether I would join for the last ten.",
    contact: sam,
    type: call,
    occurredAt: daysAgo(2),
  },
  { content: "Give her the book on tiles.", contact: ines, type: idea, occurredAt: daysAgo(5) },
  {
    content: "The new knee is fine. She walks to the market again.",
    contact: grandma,
    type: call,
    occurredAt: daysAgo(16),
  },
];

/** Its reminders. */
export const reminders = () => [
  { title: "Send the chapter", contact: zoe, dueAt: daysFromNow(3) },
  { title: "Book the train for Sunday", contact: grandma, dueAt: daysFromNow(1) },
  { title: "Thank for the plans", contact: ines, dueAt: daysAgo(10), completed: true },
];
